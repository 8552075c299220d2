package io.duetime.cli.transfer;

import io.duetime.cli.remote.ServerOptions;
import io.duetime.cli.remote.ServerWait;
import io.duetime.cli.terminal.CommandFailure;
import io.duetime.cli.terminal.ExitCode;
import io.duetime.cli.terminal.ProgressBar;
import io.duetime.cli.terminal.Terminal;
import io.duetime.engine.JobSpec;
import io.duetime.id.Ulids;
import io.duetime.settings.DurationReader;
import io.duetime.transfer.Mover;
import io.duetime.transfer.TransferException;
import io.duetime.transfer.TransferTarget;
import io.duetime.transfer.source.JobLines;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Schedules the jobs of a file of JSON lines. */
@Command(
    name = "load",
    description = "Schedule the jobs of a file, one JSON object per line.",
    mixinStandardHelpOptions = true,
    footer = {
      "%nA line is a job as in the HTTP API, such as",
      "  {\"id\":\"order-42\",\"delay\":\"30m\",\"payload\":{\"order\":42}}",
      "A delay counts from the moment at which the server accepts the line. A refused line is "
          + "printed with its number and the reason; the others are loaded.",
      "Lines without an answer are sent again, and so are lines that the store refuses for now (it "
          + "is unavailable or full, or the queue's quota is used up). This creates no job twice. "
          + "When no line has been accepted for --patience, the load exits with 1, names the lines "
          + "that were not accepted, and prints where to continue.",
      "%nExample:",
      "  duetime load orders.ndjson --queue orders"
    })
public final class LoadCommand implements Callable<Integer> {
  private static final Path STANDARD_INPUT = Path.of("-");

  private final Terminal terminal;

  @Mixin private final ServerOptions server = new ServerOptions();

  @Parameters(index = "0", paramLabel = "FILE", description = "The file; '-' for standard input.")
  private Path file = STANDARD_INPUT;

  @Option(
      names = "--queue",
      paramLabel = "QUEUE",
      description = "The queue of lines without \"queue\".")
  private @Nullable String queue;

  @Option(
      names = "--from-line",
      paramLabel = "N",
      description = "Start at this line, where an earlier load stopped.")
  private long fromLine = 1;

  @Option(
      names = "--patience",
      paramLabel = "TIME",
      description = "Give up when no line is accepted for this time; default: 1m.")
  private String patience = "1m";

  @Option(names = "--quiet", description = "Print only refused lines and the sum.")
  private boolean quiet;

  /** Reads from the terminal, prints to it, and goes by its time. */
  public LoadCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws InterruptedException {
    ProgressBar progress =
        new ProgressBar(terminal, terminal.isInteractive() && !quiet && !server.isJson(), size());
    Tally.OfLines tally = new Tally.OfLines(terminal, progress);
    Duration longest = DurationReader.parse("--patience", patience);
    Ulids ids = new Ulids(terminal.time(), new SecureRandom());
    try (InputStream in = open();
        JobLines lines = new JobLines(in, queue, fromLine, ids::next, progress::read);
        TransferTarget<JobSpec> target =
            ServerWait.until(terminal, longest, () -> StoreOptions.target(server, terminal))) {
      new Mover<>(lines, target, terminal.time(), longest, tally).moveAll(() -> false);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    } catch (TransferException stopped) {
      tally.print(server.isJson());
      throw new CommandFailure(stopped.getMessage() + tally.advice());
    }
    tally.print(server.isJson());
    return tally.isClean() ? ExitCode.OK : ExitCode.FAILED;
  }

  private InputStream open() throws IOException {
    return file.equals(STANDARD_INPUT) ? terminal.in() : Files.newInputStream(file);
  }

  private long size() {
    try {
      return file.equals(STANDARD_INPUT) ? 0 : Files.size(file);
    } catch (IOException toBeToldLater) {
      return 0;
    }
  }
}
