package io.duetime.cli.task;

import io.duetime.cli.remote.Remote;
import io.duetime.cli.remote.ServerOptions;
import io.duetime.cli.remote.ServerReply;
import io.duetime.cli.terminal.ExitCode;
import io.duetime.cli.terminal.Table;
import io.duetime.cli.terminal.Terminal;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** Lists, shows and cancels tasks. */
@Command(
    name = "task",
    description = "List, show or cancel tasks: bulk changes in the background.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    footer = {
      "%nExamples:",
      "  duetime task list",
      "  duetime task show 01KAF3V5D0R8 --wait",
      "  duetime task cancel 01KAF3V5D0R8"
    })
public final class TaskCommand {
  private final Terminal terminal;

  /** Prints to the terminal, and goes by its time. */
  public TaskCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Command(
      name = "list",
      description = "List tasks, the newest first. Ended tasks are kept for 7 days, at most 100.",
      mixinStandardHelpOptions = true,
      footer = {"%nExample:", "  duetime task list --json"})
  int list(@Mixin ServerOptions server) {
    ServerReply reply = server.connect(terminal).get("/v1/tasks").orFail();
    if (server.isJson()) {
      terminal.print(reply.text());
      return ExitCode.OK;
    }
    Table table = new Table("ID", "KIND", "QUEUE", "STATE", "CHANGED", "TOTAL", "CREATED");
    reply.json().path("tasks").forEach(task -> row(table, task));
    table.lines().forEach(terminal::print);
    return ExitCode.OK;
  }

  @Command(
      name = "show",
      description = "Show a task. Exits with 1 if it has failed or was cancelled.",
      mixinStandardHelpOptions = true,
      footer = {"%nExample:", "  duetime task show 01KAF3V5D0R8 --wait"})
  int show(
      @Mixin ServerOptions server,
      @Parameters(paramLabel = "TASK", description = "The task's id.") String id,
      @Option(names = "--wait", description = "Wait until the task has ended.") boolean wait) {
    Remote remote = server.connect(terminal);
    if (wait) {
      print(server, new TaskWaiter(terminal, remote, !server.isJson()).ended(id));
      return ExitCode.OK;
    }
    ServerReply reply = remote.get(Remote.path("v1", "tasks", id)).orFail();
    print(server, reply);
    String state = reply.json().path("state").asString();
    return state.equals("FAILED") || state.equals("CANCELLED") ? ExitCode.FAILED : ExitCode.OK;
  }

  @Command(
      name = "cancel",
      description = "Cancel a task. It stops within a step; what it has changed stays changed.",
      mixinStandardHelpOptions = true,
      footer = {"%nExample:", "  duetime task cancel 01KAF3V5D0R8"})
  int cancel(
      @Mixin ServerOptions server,
      @Parameters(paramLabel = "TASK", description = "The task's id.") String id) {
    print(server, server.connect(terminal).delete(Remote.path("v1", "tasks", id)).orFail());
    return ExitCode.OK;
  }

  private void print(ServerOptions server, ServerReply reply) {
    if (server.isJson()) {
      terminal.print(reply.text());
      return;
    }
    JsonNode task = reply.json();
    terminal.print(
        "%s %s of %s: %s, %d of %s %s"
            .formatted(
                task.path("id").asString(),
                lower(task, "kind"),
                task.path("queue").asString(),
                state(task),
                task.path("changed").asLong(),
                total(task),
                isDryRun(task) ? "would change (dry run)" : "changed"));
    if (task.has("error")) {
      JsonNode error = task.path("error");
      terminal.complain(
          "duetime: %s (%s)"
              .formatted(error.path("detail").asString(), error.path("code").asString()));
    }
  }

  private static void row(Table table, JsonNode task) {
    table.row(
        task.path("id").asString(),
        lower(task, "kind") + (isDryRun(task) ? " (dry run)" : ""),
        task.path("queue").asString(),
        state(task),
        isDryRun(task) ? "-" : task.path("changed").asLong(),
        total(task),
        task.path("createdAt").asString());
  }

  private static boolean isDryRun(JsonNode task) {
    return task.path("dryRun").asBoolean();
  }

  private static String state(JsonNode task) {
    boolean stops = task.path("cancelRequested").asBoolean() && !TaskWaiter.isEnded(task);
    return stops ? "stopping" : lower(task, "state");
  }

  private static String total(JsonNode task) {
    return task.path("total").isNull() ? "?" : String.valueOf(task.path("total").asLong());
  }

  private static String lower(JsonNode task, String name) {
    return task.path(name).asString().toLowerCase(Locale.ROOT);
  }
}
