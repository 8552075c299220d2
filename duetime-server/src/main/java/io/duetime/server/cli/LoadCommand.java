package io.duetime.server.cli;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Schedules the jobs of a file of JSON lines. */
@Command(
    name = "load",
    description = "Schedule the jobs of a file, one JSON object a line.",
    mixinStandardHelpOptions = true,
    footer = {
      "%nA line is a job as the HTTP API takes it, such as",
      "  {\"id\":\"order-42\",\"delay\":\"30m\",\"payload\":{\"order\":42}}",
      "A delay counts from the moment at which the server takes the line. What the server refuses "
          + "is told with its line, and the rest goes on. If the server goes away the load waits "
          + "for it and repeats what was not answered, which makes no job twice; after a minute "
          + "without it, it ends and says from which line to go on."
    })
final class LoadCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Mixin private final ServerOptions server = new ServerOptions();

  @Parameters(index = "0", paramLabel = "FILE", description = "The file; '-' for standard input.")
  private String file = "-";

  @Option(
      names = "--queue",
      paramLabel = "QUEUE",
      description = "The queue of lines that do not name one as \"queue\".")
  private @Nullable String queue;

  @Option(
      names = "--from-line",
      paramLabel = "N",
      description = "Begin at this line, where an earlier load stopped.")
  private long fromLine = 1;

  @Option(names = "--quiet", description = "Tell nothing but what was refused and the sum.")
  private boolean quiet;

  LoadCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    ProgressBar progress =
        new ProgressBar(terminal, terminal.isInteractive() && !quiet && !server.isJson(), size());
    LoadReport report = new LoadReport(terminal, progress);
    Uploader uploader = new Uploader(server.connect(terminal), terminal, report);
    try (InputStream in = open()) {
      new JobLines(in, queue, fromLine, progress::read).forEach(uploader::add);
      uploader.finish();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
    terminal.print(server.isJson() ? report.json() : report.sentence());
    return report.isClean() ? ExitCode.OK : ExitCode.FAILED;
  }

  private InputStream open() throws IOException {
    return file.equals("-")
        ? terminal.in()
        : new BufferedInputStream(Files.newInputStream(Path.of(file)));
  }

  private long size() {
    try {
      return file.equals("-") ? 0 : Files.size(Path.of(file));
    } catch (IOException toBeToldLater) {
      return 0;
    }
  }
}
