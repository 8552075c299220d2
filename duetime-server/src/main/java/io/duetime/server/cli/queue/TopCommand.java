package io.duetime.server.cli.queue;

import io.duetime.InvalidRequestException;
import io.duetime.internal.parse.DurationReader;
import io.duetime.internal.parse.InstantText;
import io.duetime.internal.text.DurationText;
import io.duetime.server.cli.remote.Remote;
import io.duetime.server.cli.remote.ServerOptions;
import io.duetime.server.cli.terminal.ExitCode;
import io.duetime.server.cli.terminal.Screen;
import io.duetime.server.cli.terminal.Terminal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/** Shows the queues live, or once if the output is not a terminal. */
@Command(
    name = "top",
    description = "Show the queues, and update them every second until q is pressed.",
    mixinStandardHelpOptions = true)
public final class TopCommand implements Callable<Integer> {
  /** A line about the server, an empty line, and the line of the cursor. */
  private static final int HEAD_ROWS = 3;

  private static final Duration SHORTEST = Duration.ofMillis(100);

  private final Terminal terminal;

  @Mixin private final ServerOptions server = new ServerOptions();

  @Option(
      names = "--once",
      description = "Show them once; default if the output is not a terminal.")
  private boolean once;

  @Option(
      names = "--interval",
      paramLabel = "TIME",
      description = "Time between updates; default: 1s, at least 100ms.")
  private String interval = "1s";

  /** Reads from the terminal, prints to it, and goes by its time. */
  public TopCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws InterruptedException {
    Remote remote = server.connect(terminal);
    Duration pause = pause();
    if (terminal.isInteractive() && !once && !server.isJson()) {
      showLive(remote, pause);
    } else {
      JsonNode queues = QueuePages.read(remote);
      terminal.print(server.isJson() ? queues.toString() : lines(new QueueTable(queues).lines()));
    }
    return ExitCode.OK;
  }

  private static String lines(List<String> lines) {
    return String.join(System.lineSeparator(), lines);
  }

  private Duration pause() {
    Duration pause = DurationReader.parse("--interval", interval);
    if (pause.compareTo(SHORTEST) < 0) {
      throw new InvalidRequestException(
          "--interval", interval, DurationText.exact(SHORTEST) + " or more");
    }
    return pause;
  }

  private void showLive(Remote remote, Duration pause) throws InterruptedException {
    JsonNode queues = QueuePages.read(remote);
    try (Screen screen = new Screen(terminal)) {
      screen.open();
      screen.draw(screenful(remote, queues, screen.size()));
      while (!screen.isQuitWithin(pause)) {
        queues = QueuePages.read(remote);
        screen.draw(screenful(remote, queues, screen.size()));
      }
    }
  }

  private List<String> screenful(Remote remote, JsonNode queues, Screen.Size size) {
    Instant now = terminal.time().instant();
    List<String> lines = new ArrayList<>();
    lines.add(remote.server() + "  " + InstantText.format(now) + "  q quits");
    lines.add("");
    Screen.Size room = new Screen.Size(size.rows() - HEAD_ROWS, size.columns());
    lines.addAll(new TopTable(queues, now).lines(room));
    return lines;
  }
}
