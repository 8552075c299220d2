package io.duetime.cli.job;

import io.duetime.cli.remote.Bodies;
import io.duetime.cli.remote.Remote;
import io.duetime.cli.remote.ServerOptions;
import io.duetime.cli.remote.ServerReply;
import io.duetime.cli.terminal.ExitCode;
import io.duetime.cli.terminal.Terminal;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** Changes the due time of a waiting job. */
@Command(
    name = "reschedule",
    description = "Change the due time of a waiting job.",
    mixinStandardHelpOptions = true,
    footer = {"%nExample:", "  duetime reschedule orders order-42 --delay 1h"})
public final class RescheduleCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Mixin private final ServerOptions server = new ServerOptions();

  @Parameters(index = "0", paramLabel = "QUEUE", description = "The queue.")
  private String queue = "";

  @Parameters(index = "1", paramLabel = "ID", description = "The job's id.")
  private String id = "";

  @ArgGroup(multiplicity = "1")
  private When when = new When();

  @Option(
      names = "--only",
      paramLabel = "EARLIER|LATER",
      description = "Only if that makes it due earlier, or later.")
  private @Nullable String only;

  @Option(
      names = "--if-due-at",
      paramLabel = "MOMENT",
      description = "Only if it is still due at this moment.")
  private @Nullable String ifDueAt;

  private static final class When {
    @Option(names = "--delay", paramLabel = "TIME", description = "Due this long from now: 30m.")
    private @Nullable String delay;

    @Option(names = "--at", paramLabel = "MOMENT", description = "Due at this moment.")
    private @Nullable String dueAt;

    @Option(names = "--now", description = "Due now.")
    private boolean now;
  }

  /** Reads from the terminal, prints to it, and goes by its time. */
  public RescheduleCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    String body =
        Bodies.of(
            "delay",
            when.now ? "0s" : when.delay,
            "dueAt",
            when.dueAt,
            "only",
            only,
            "ifDueAt",
            ifDueAt);
    ServerReply reply =
        server
            .connect(terminal)
            .patch(Remote.path("v1", "queues", queue, "jobs", id), body)
            .orFail();
    JsonNode result = reply.json();
    String outcome = result.path("outcome").asString();
    if (server.isJson()) {
      terminal.print(reply.text());
    } else {
      String due = result.has("dueAt") ? ", due " + result.path("dueAt").asString() : "";
      terminal.print(id + " " + outcome.toLowerCase(Locale.ROOT).replace('_', ' ') + due);
    }
    return outcome.equals("RESCHEDULED") ? ExitCode.OK : ExitCode.FAILED;
  }
}
