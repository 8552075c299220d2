package io.duetime.cli.queue;

import io.duetime.InvalidRequestException;
import io.duetime.cli.remote.Remote;
import io.duetime.cli.remote.ServerOptions;
import io.duetime.cli.terminal.ExitCode;
import io.duetime.cli.terminal.Terminal;
import io.duetime.internal.settings.DurationReader;
import io.duetime.internal.text.DurationText;
import java.time.Duration;
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
    mixinStandardHelpOptions = true,
    footer = {
      "%nKeys sort the queues: n name, d delayed, r ready, u running, x dead, o oldest ready job. "
          + "IN/S and OUT/S are jobs scheduled and acknowledged in a second.",
      "%nExamples:",
      "  duetime top",
      "  duetime top --sort OLDEST --interval 5s",
      "  duetime top --json"
    })
public final class TopCommand implements Callable<Integer> {

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

  @Option(
      names = "--sort",
      paramLabel = "ORDER",
      description = "${COMPLETION-CANDIDATES}; default: ${DEFAULT-VALUE}.")
  private TopOrder order = TopOrder.NAME;

  /** Reads from the terminal, prints to it, and goes by its time. */
  public TopCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws InterruptedException {
    Remote remote = server.connect(terminal);
    Duration pause = pause();
    if (terminal.isInteractive() && !once && !server.isJson()) {
      new TopScreen(terminal, remote, order).show(pause);
    } else {
      JsonNode queues = QueuePages.read(remote);
      terminal.print(
          server.isJson()
              ? queues.toString()
              : lines(new QueueTable(order.sorted(queues)).lines()));
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
}
