package io.duetime.cli.job;

import io.duetime.cli.remote.Remote;
import io.duetime.cli.remote.ServerOptions;
import io.duetime.cli.remote.ServerReply;
import io.duetime.cli.terminal.ExitCode;
import io.duetime.cli.terminal.Terminal;
import io.duetime.server.json.StrictJson;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** Shows one job with its payload and history. */
@Command(
    name = "show",
    description = "Show a job.",
    mixinStandardHelpOptions = true,
    footer = {"%nExample:", "  duetime show orders order-42"})
public final class ShowCommand implements Callable<Integer> {
  /** Begins further lines of a value, so that none of them reads as a field. */
  private static final String LINE_OF_VALUE = "\n" + " ".repeat(15);

  private final Terminal terminal;

  @Mixin private final ServerOptions server = new ServerOptions();

  @Parameters(index = "0", paramLabel = "QUEUE", description = "The queue.")
  private String queue = "";

  @Parameters(index = "1", paramLabel = "ID", description = "The job's id.")
  private String id = "";

  /** Reads from the terminal, prints to it, and goes by its time. */
  public ShowCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    ServerReply reply =
        server.connect(terminal).get(Remote.path("v1", "queues", queue, "jobs", id)).orFail();
    if (server.isJson()) {
      terminal.print(reply.text());
    } else {
      reply.json().forEachEntry(this::print);
    }
    return ExitCode.OK;
  }

  private void print(String name, JsonNode value) {
    if (value.isContainer() && value.isEmpty()) {
      return;
    }
    String text =
        value.isString() ? value.stringValue() : StrictJson.MAPPER.writeValueAsString(value);
    terminal.print("%-14s %s".formatted(name, text.replace("\n", LINE_OF_VALUE)));
  }
}
