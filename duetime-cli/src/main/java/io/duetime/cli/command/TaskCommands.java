package io.duetime.cli.command;

import io.duetime.cli.remote.CallCommand;
import io.duetime.cli.remote.Columns;
import io.duetime.cli.remote.Invocation;
import io.duetime.cli.remote.Param;
import io.duetime.cli.remote.ServerReply;
import io.duetime.cli.remote.TaskWaiter;
import io.duetime.cli.terminal.CommandFailure.ExitCode;
import io.duetime.cli.terminal.Terminal;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;

/** The commands about tasks. */
public final class TaskCommands {
  private static final String TASK = "/v1/tasks/{TASK}";

  private static final Columns LIST =
      new Columns()
          .with("ID", "id")
          .with("KIND", task -> lower(task, "kind") + (isDryRun(task) ? " (dry run)" : ""))
          .with("QUEUE", "queue")
          .with("STATE", TaskCommands::state)
          .with("CHANGED", task -> isDryRun(task) ? "-" : task.path("changed").asLong())
          .with("TOTAL", "total", "?")
          .with("CREATED", "createdAt");

  private TaskCommands() {}

  /** Lists, shows and cancels tasks. */
  public static CommandLine task(Terminal terminal) {
    return CallCommand.group(
        "task",
        "List, show or cancel tasks: bulk changes in the background.",
        List.of(
            "duetime task list",
            "duetime task show 01KAF3V5D0R8 --wait",
            "duetime task cancel 01KAF3V5D0R8"),
        new CallCommand(
                terminal,
                "cancel",
                "Cancel a task. It stops within a step; what it has changed stays changed.")
            .operand("TASK", "The task's id.")
            .footer("duetime task cancel 01KAF3V5D0R8")
            .runs(given -> print(given, given.remote().delete(given.path(TASK)), ExitCode.OK)),
        new CallCommand(
                terminal,
                "list",
                "List tasks, the newest first. Ended tasks are kept for 7 days, at most 100.")
            .footer("duetime task list --json")
            .gets("/v1/tasks")
            .printsTable("tasks", LIST),
        new CallCommand(
                terminal, "show", "Show a task. Exits with 1 if it has failed or was cancelled.")
            .operand("TASK", "The task's id.")
            .options(Param.flag("--wait", "Wait until the task has ended."))
            .footer("duetime task show 01KAF3V5D0R8 --wait")
            .runs(TaskCommands::show));
  }

  private static int show(Invocation given) {
    if (given.is("--wait")) {
      return print(given, given.task(given.text("TASK")), ExitCode.OK);
    }
    ServerReply task = given.remote().get(given.path(TASK));
    return print(given, task, TaskWaiter.isFailed(task.json()) ? ExitCode.FAILED : ExitCode.OK);
  }

  private static int print(Invocation given, ServerReply reply, int exitCode) {
    JsonNode task = reply.json();
    given.print(
        reply,
        Stream.of(
            "%s %s of %s: %s, %d of %s %s"
                .formatted(
                    task.path("id").asString(),
                    lower(task, "kind"),
                    task.path("queue").asString(),
                    state(task),
                    task.path("changed").asLong(),
                    task.path("total").asString("?"),
                    isDryRun(task) ? "would change (dry run)" : "changed")));
    if (task.has("error") && !given.isJson()) {
      given
          .terminal()
          .complain(
              "duetime: %s (%s)"
                  .formatted(
                      task.at("/error/detail").asString(""), task.at("/error/code").asString("")));
    }
    return exitCode;
  }

  private static boolean isDryRun(JsonNode task) {
    return task.path("dryRun").asBoolean();
  }

  private static String state(JsonNode task) {
    boolean stops = task.path("cancelRequested").asBoolean() && !TaskWaiter.isEnded(task);
    return stops ? "stopping" : lower(task, "state");
  }

  private static String lower(JsonNode task, String name) {
    return task.path(name).asString().toLowerCase(Locale.ROOT);
  }
}
