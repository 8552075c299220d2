package io.duetime.cli.transfer;

import io.duetime.cli.terminal.ExitCode;
import io.duetime.cli.terminal.Terminal;
import io.duetime.embedded.Verification;
import io.duetime.engine.Finding;
import io.duetime.wire.JsonShape;
import io.duetime.wire.StoreJson;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Verifies a whole store. */
@Command(
    name = "verify",
    description = "Read everything in a store and print what is damaged.",
    mixinStandardHelpOptions = true,
    footer = {
      "%nChanges nothing; no server may hold the folder. Each finding is a line with file, "
          + "queue and job, and what to do. Exits with 1 if there are findings.",
      "%nExample:",
      "  duetime verify --store embedded:/backups/monday"
    })
public final class VerifyCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Mixin private final StoreOptions store = new StoreOptions();

  /** Reads from the terminal, prints to it, and goes by its time. */
  public VerifyCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    Path verified = store.folder();
    StoreOptions.requireStore(verified);
    Verification found = Verification.of(verified);
    if (store.isJson()) {
      terminal.print(json(found).text());
    } else {
      tell(found);
    }
    return found.isClean() ? ExitCode.OK : ExitCode.FAILED;
  }

  private void tell(Verification found) {
    for (Finding finding : found.findings()) {
      terminal.print(
          "%s %s: %s; to do: %s"
              .formatted(finding.verdict(), finding.check(), finding.message(), finding.remedy()));
    }
    long more = found.count() - found.findings().size();
    if (more > 0) {
      terminal.print("and " + more + " more");
    }
    terminal.print(
        "%d jobs in %d queues; %s"
            .formatted(
                found.jobs(),
                found.queues(),
                found.isClean() ? "no findings" : found.count() + " findings"));
  }

  private static JsonShape json(Verification found) {
    return out -> {
      out.writeStartObject();
      out.writeNumberProperty("queues", found.queues());
      out.writeNumberProperty("jobs", found.jobs());
      out.writeNumberProperty("count", found.count());
      out.writeName("findings");
      JsonShape.array(found.findings().stream().map(StoreJson::of).toList()).write(out);
      out.writeEndObject();
    };
  }
}
