package io.duetime.server.cli.queue;

import io.duetime.server.cli.remote.ServerOptions;
import io.duetime.server.cli.remote.ServerReply;
import io.duetime.server.cli.terminal.ExitCode;
import io.duetime.server.cli.terminal.Terminal;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Lists queues with their counts. */
@Command(
    name = "queues",
    description = "List queues and how many jobs each has by state.",
    mixinStandardHelpOptions = true,
    footer = {"%nExamples:", "  duetime queues", "  duetime queues --json"})
public final class QueuesCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Mixin private final ServerOptions server = new ServerOptions();

  /** Reads from the terminal, prints to it, and goes by its time. */
  public QueuesCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    ServerReply reply = server.connect(terminal).get("/v1/queues").orFail();
    if (server.isJson()) {
      terminal.print(reply.text());
    } else {
      new QueueTable(TopOrder.NAME.sorted(reply.json())).lines().forEach(terminal::print);
    }
    return ExitCode.OK;
  }
}
