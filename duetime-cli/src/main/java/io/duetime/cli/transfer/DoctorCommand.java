package io.duetime.cli.transfer;

import io.duetime.cli.remote.ServerOptions;
import io.duetime.cli.remote.ServerReply;
import io.duetime.cli.terminal.ExitCode;
import io.duetime.cli.terminal.LogLevel;
import io.duetime.cli.terminal.Terminal;
import io.duetime.embedded.EmbeddedEngineProvider;
import io.duetime.engine.Engine;
import io.duetime.engine.EngineContext;
import io.duetime.engine.Finding;
import io.duetime.internal.client.EngineOpener;
import io.duetime.server.DuetimeServer;
import io.duetime.server.json.StoreShape;
import io.duetime.transfer.Transfers;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;

/** Checks the health of a store, and says what to do about problems. */
@Command(
    name = "doctor",
    description = "Check a store and its servers for misconfigurations.",
    mixinStandardHelpOptions = true,
    footer = {
      "%nChanges no job. A folder is opened as a server would open it ('duetime verify' only "
          + "reads). Exits with 1 if a check fails, with 0 for warnings and checks that could not "
          + "be made.",
      "%nExamples:",
      "  duetime doctor",
      "  duetime doctor --store redis://localhost"
    })
public final class DoctorCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Spec private @Nullable CommandSpec spec;

  @Mixin private final ServerOptions server = new ServerOptions();

  @Option(
      names = "--store",
      paramLabel = "URI",
      description = {
        "Check a store without a server: redis://HOST, or embedded:FOLDER while no server holds "
            + "it. Default: ask the server about its store."
      })
  private @Nullable String store;

  /** Reads from the terminal, prints to it, and goes by its time. */
  public DoctorCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    if (store == null) {
      return tell(server.connect(terminal).get("/v1/store").orFail());
    }
    if (server.isGiven()) {
      throw new ParameterException(line(), "either --store or --server");
    }
    return tell(check(store));
  }

  private CommandLine line() {
    if (spec == null) {
      throw new IllegalStateException("picocli sets the spec of a command");
    }
    return spec.commandLine();
  }

  /** Checks a store itself; answers as a server would. */
  private ServerReply check(String uri) {
    // The findings are printed here, so they are not logged, too.
    LogLevel none = LogLevel.set("OFF");
    try (Engine engine = open(uri)) {
      long now = Transfers.answer(engine.nowMillis());
      List<Finding> findings = Transfers.answer(engine.selfCheck());
      String version = DuetimeServer.version();
      return new ServerReply(
          200, StoreShape.store(version, now, engine.capabilities(), findings).text());
    } finally {
      none.restore();
    }
  }

  private Engine open(String uri) {
    if (uri.startsWith("embedded:")) {
      StoreOptions.requireStore(EmbeddedEngineProvider.folder(uri));
    }
    return EngineOpener.open(uri, new EngineContext(terminal.time(), Map.of()));
  }

  private int tell(ServerReply reply) {
    List<JsonNode> findings = reply.json().path("findings").valueStream().toList();
    if (server.isJson()) {
      terminal.print(reply.text());
    } else {
      findings.forEach(finding -> terminal.print(line(finding)));
    }
    return findings.stream().anyMatch(finding -> text(finding, "verdict").equals("FAILURE"))
        ? ExitCode.FAILED
        : ExitCode.OK;
  }

  private static String line(JsonNode finding) {
    String remedy = text(finding, "remedy");
    return "%-7s  %s: %s%s"
        .formatted(
            text(finding, "verdict"),
            text(finding, "check"),
            text(finding, "message"),
            remedy.isEmpty() ? "" : "; to do: " + remedy);
  }

  private static String text(JsonNode finding, String name) {
    return finding.path(name).asString("");
  }
}
