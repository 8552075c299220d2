package io.duetime.server.cli.queue;

import io.duetime.server.cli.remote.Bodies;
import io.duetime.server.cli.remote.Remote;
import io.duetime.server.cli.remote.Reply;
import io.duetime.server.cli.remote.ServerOptions;
import io.duetime.server.cli.terminal.ExitCode;
import io.duetime.server.cli.terminal.Terminal;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Ends the pause of a queue. */
@Command(
    name = "resume",
    description = "End the pause of a queue.",
    mixinStandardHelpOptions = true,
    footer = {"%nExample:", "  duetime resume orders"})
public final class ResumeCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Mixin private final ServerOptions server = new ServerOptions();

  @Parameters(paramLabel = "QUEUE", description = "The queue.")
  private String queue = "";

  /** Reads from the terminal, prints to it, and goes by its time. */
  public ResumeCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    Reply reply =
        server
            .connect(terminal)
            .patch(Remote.path("v1", "queues", queue), Bodies.of("paused", false))
            .orFail();
    terminal.print(server.isJson() ? reply.text() : queue + " resumed");
    return ExitCode.OK;
  }
}
