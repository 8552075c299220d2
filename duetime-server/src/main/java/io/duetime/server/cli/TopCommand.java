package io.duetime.server.cli;

import io.duetime.InvalidRequestException;
import io.duetime.internal.text.DurationText;
import io.duetime.internal.text.InstantText;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows the queues live, or once where nobody looks. */
@Command(
    name = "top",
    description = "Show the queues, drawn anew every second until interrupted.",
    mixinStandardHelpOptions = true)
final class TopCommand implements Callable<Integer> {
  private static final String CLEAR = "\u001b[H\u001b[2J";

  private static final Duration SHORTEST = Duration.ofMillis(100);

  private final Terminal terminal;

  @Mixin private final ServerOptions server = new ServerOptions();

  @Option(names = "--once", description = "Show them once; also where the output is no terminal.")
  private boolean once;

  @Option(
      names = "--interval",
      paramLabel = "TIME",
      description = "Between drawings; 1s unless said, 100ms or more.")
  private String interval = "1s";

  TopCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws InterruptedException {
    Remote remote = server.connect(terminal);
    Duration pause = pause();
    boolean isLive = terminal.isInteractive() && !once && !server.isJson();
    do {
      Reply reply = remote.get("/v1/queues").orFail();
      if (server.isJson()) {
        terminal.print(reply.text());
      } else {
        show(remote, new QueueTable(reply.json()).lines(), isLive);
      }
      if (isLive) {
        sleep(pause);
      }
    } while (isLive);
    return ExitCode.OK;
  }

  private Duration pause() {
    Duration pause = DurationText.parse("--interval", interval);
    if (pause.compareTo(SHORTEST) < 0) {
      throw new InvalidRequestException(
          "--interval", interval, DurationText.exact(SHORTEST) + " or more");
    }
    return pause;
  }

  private void show(Remote remote, List<String> lines, boolean isLive) {
    StringBuilder screen = new StringBuilder();
    if (isLive) {
      screen
          .append(CLEAR)
          .append(remote.server())
          .append("  ")
          .append(InstantText.format(terminal.time().instant()));
      screen.append(System.lineSeparator()).append(System.lineSeparator());
    }
    screen.append(String.join(System.lineSeparator(), lines));
    terminal.print(screen.toString());
  }

  private void sleep(Duration pause) throws InterruptedException {
    CompletableFuture<Void> over = new CompletableFuture<>();
    terminal.time().after(pause, () -> over.complete(null));
    terminal.time().await(over);
  }
}
