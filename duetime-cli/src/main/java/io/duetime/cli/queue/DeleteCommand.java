package io.duetime.cli.queue;

import io.duetime.cli.job.JobOptions;
import io.duetime.cli.remote.Remote;
import io.duetime.cli.remote.ServerOptions;
import io.duetime.cli.remote.ServerReply;
import io.duetime.cli.terminal.CommandFailure;
import io.duetime.cli.terminal.ExitCode;
import io.duetime.cli.terminal.Terminal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Deletes a queue. */
@Command(
    name = "delete",
    description = {
      "Delete a queue with its settings and recurring jobs.",
      "A queue with jobs needs --all; its jobs are deleted, too, also running ones."
    },
    mixinStandardHelpOptions = true,
    footer = {"%nExample:", "  duetime delete orders --all"})
public final class DeleteCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Mixin private final ServerOptions server = new ServerOptions();

  @Parameters(paramLabel = "QUEUE", description = "The queue.")
  private String queue = "";

  @Option(names = "--all", description = "Delete a queue with jobs, and its jobs with it.")
  private boolean all;

  /** Reads from the terminal, prints to it, and goes by its time. */
  public DeleteCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    Map<String, List<String>> query = new LinkedHashMap<>();
    JobOptions.put(query, "all", all ? "true" : null);
    ServerReply reply =
        server
            .connect(terminal)
            .deleteMany(Remote.withQuery(Remote.path("v1", "queues", queue), query))
            .orFail();
    boolean isDeleted = reply.json().path("deleted").asBoolean();
    if (server.isJson()) {
      terminal.print(reply.text());
    } else if (isDeleted) {
      terminal.print(queue + " deleted");
    } else {
      throw new CommandFailure("there is no queue '" + queue + "'");
    }
    return isDeleted ? ExitCode.OK : ExitCode.FAILED;
  }
}
