package io.duetime.cli.queue;

import io.duetime.cli.remote.ServerOptions;
import io.duetime.cli.terminal.ExitCode;
import io.duetime.cli.terminal.Terminal;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tools.jackson.databind.JsonNode;

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
    JsonNode queues = QueuePages.read(server.connect(terminal));
    if (server.isJson()) {
      terminal.print(queues.toString());
    } else {
      new QueueTable(TopOrder.NAME.sorted(queues)).lines().forEach(terminal::print);
    }
    return ExitCode.OK;
  }
}
