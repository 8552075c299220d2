package io.duetime.cli.transfer;

import static io.duetime.cli.remote.Param.flag;
import static io.duetime.cli.remote.Param.number;
import static io.duetime.cli.remote.Param.text;

import io.duetime.cli.remote.CallCommand;
import io.duetime.cli.remote.Invocation;
import io.duetime.cli.remote.ServerWait;
import io.duetime.cli.terminal.CommandFailure;
import io.duetime.cli.terminal.CommandFailure.ExitCode;
import io.duetime.cli.terminal.ProgressBar;
import io.duetime.cli.terminal.Terminal;
import io.duetime.id.Ulids;
import io.duetime.transfer.Mover;
import io.duetime.transfer.TransferException;
import io.duetime.transfer.source.JobLines;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import picocli.CommandLine;

/** Schedules the jobs of a file of JSON lines. */
public final class LoadCommand {
  private LoadCommand() {}

  /** The command. */
  public static CommandLine load(Terminal terminal) {
    return new CallCommand(
            terminal, "load", "Schedule the jobs of a file, one JSON object per line.")
        .operand(Path.class, "FILE", "1", "The file; '-' for standard input.")
        .options(
            text("--queue", "QUEUE", "The queue of lines without \"queue\"."),
            number("--from-line", "Start at this line, where an earlier load stopped."),
            text(
                "--patience",
                "TIME",
                "Give up when no line is accepted for this time; default: 1m."),
            flag("--quiet", "Print only refused lines and the sum."))
        .footer(
            "%nA line is a job as in the HTTP API, such as",
            "  {\"id\":\"order-42\",\"delay\":\"30m\",\"payload\":{\"order\":42}}",
            "A delay counts from the moment at which the server accepts the line. A refused line is"
                + " printed with its number and the reason; the others are loaded.",
            "Lines without an answer are sent again, and so are lines that the store refuses for"
                + " now (it is unavailable or full, or the queue's quota is used up). This creates"
                + " no job twice. When no line has been accepted for --patience, the load exits"
                + " with 1, names the lines that were not accepted, and prints where to continue.",
            "duetime load orders.ndjson --queue orders")
        .runs(LoadCommand::run);
  }

  private static int run(Invocation given) throws IOException, InterruptedException {
    Terminal terminal = given.terminal();
    boolean isDrawn = terminal.isInteractive() && !given.is("--quiet") && !given.isJson();
    Path file = Path.of(given.text("FILE"));
    boolean isStream = file.equals(Path.of("-"));
    long size = isStream || !Files.exists(file) ? 0 : Files.size(file);
    ProgressBar progress = new ProgressBar(terminal, isDrawn, size);
    Tally.OfLines tally = new Tally.OfLines(terminal, progress);
    Duration longest = given.duration("--patience").orElse(Mover.PATIENCE);
    Ulids ids = new Ulids(terminal.time(), new SecureRandom());
    String queue = given.find("--queue").orElse(null);
    long fromLine = given.find("--from-line").map(Long::valueOf).orElse(1L);
    try (InputStream in = isStream ? terminal.in() : Files.newInputStream(file);
        JobLines lines = new JobLines(in, queue, fromLine, ids::next, progress::read);
        Mover.Target target =
            ServerWait.until(terminal, longest, () -> StoreOptions.target(given))) {
      new Mover(lines, target, terminal.time(), longest, tally).moveAll(() -> false);
    } catch (TransferException stopped) {
      tally.print(given.isJson());
      throw new CommandFailure(stopped.getMessage() + tally.advice());
    }
    tally.print(given.isJson());
    return tally.isClean() ? ExitCode.OK : ExitCode.FAILED;
  }
}
