package io.duetime.cli.queue;

import io.duetime.cli.remote.Bodies;
import io.duetime.cli.remote.ServerOptions;
import io.duetime.cli.terminal.Terminal;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Ends the pause of queues. */
@Command(
    name = "resume",
    description = "End the pause of a queue, or of all queues whose names match a pattern.",
    mixinStandardHelpOptions = true,
    footer = {"%nExamples:", "  duetime resume orders", "  duetime resume 'mail/*'"})
public final class ResumeCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Mixin private final ServerOptions server = new ServerOptions();

  @Parameters(
      paramLabel = "QUEUE",
      description = "The queue; '*' matches any characters of existing names.")
  private String queue = "";

  /** Reads from the terminal, prints to it, and goes by its time. */
  public ResumeCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    String body = Bodies.of("paused", false);
    return new PauseChanger(terminal, server, body, (name, settings) -> name + " resumed")
        .change(queue);
  }
}
