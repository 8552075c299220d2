package io.duetime.cli.queue;

import io.duetime.cli.remote.Bodies;
import io.duetime.cli.remote.ServerOptions;
import io.duetime.cli.terminal.Terminal;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** Pauses queues. */
@Command(
    name = "pause",
    description = {
      "Pause a queue, or all queues whose names match a pattern.",
      "A paused queue's jobs are not claimed. Running jobs go on; jobs can be scheduled."
    },
    mixinStandardHelpOptions = true,
    footer = {"%nExamples:", "  duetime pause orders --for 30m", "  duetime pause 'mail/*'"})
public final class PauseCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Mixin private final ServerOptions server = new ServerOptions();

  @Parameters(
      paramLabel = "QUEUE",
      description = "The queue; '*' matches any characters of existing names.")
  private String queue = "";

  @ArgGroup private End end = new End();

  private static final class End {
    @Option(
        names = "--for",
        paramLabel = "TIME",
        description = "For this time: 30m; default: until it is resumed.")
    private @Nullable String pausedFor;

    @Option(names = "--until", paramLabel = "MOMENT", description = "Until this moment.")
    private @Nullable String pausedUntil;
  }

  /** Reads from the terminal, prints to it, and goes by its time. */
  public PauseCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    String body =
        Bodies.of("paused", true, "pausedFor", end.pausedFor, "pausedUntil", end.pausedUntil);
    return new PauseChanger(terminal, server, body, PauseCommand::sentence).change(queue);
  }

  private static String sentence(String queue, JsonNode settings) {
    String until = settings.path("pausedUntil").asString("");
    return queue + " paused" + (until.isEmpty() ? "" : " until " + until);
  }
}
