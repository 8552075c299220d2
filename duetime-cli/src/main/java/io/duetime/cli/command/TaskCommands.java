package io.duetime.cli.command;

import io.duetime.cli.remote.CallCommand;
import io.duetime.cli.remote.Columns;
import io.duetime.cli.remote.Invocation;
import io.duetime.cli.remote.Param;
import io.duetime.cli.remote.ServerReply;
import io.duetime.cli.remote.TaskWaiter;
import io.duetime.cli.terminal.CommandFailure.ExitCode;
import io.duetime.cli.terminal.Terminal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
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

  /** Lists, shows and cancels tasks, and takes shifts back. */
  public static CommandLine task(Terminal terminal) {
    return CallCommand.group(
        "task",
        "List, show or cancel tasks, bulk changes in the background, or undo a shift.",
        List.of(
            "duetime task list",
            "duetime task show 01KAF3V5D0R8 --wait",
            "duetime task cancel 01KAF3V5D0R8",
            "duetime task undo 01KAF3V5D0R8"),
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
                terminal,
                "show",
                "Show a task. Exits with 1 if it has failed, stopped or was cancelled.")
            .operand("TASK", "The task's id.")
            .options(Param.flag("--wait", "Wait until the task has ended."))
            .footer("duetime task show 01KAF3V5D0R8 --wait")
            .runs(TaskCommands::show),
        new CallCommand(
                terminal,
                "undo",
                "Take a shift back, and wait until that has ended: jobs that nothing has moved or"
                    + " replaced since get the due times they had.")
            .operand("TASK", "The id of the shift's task.")
            .footer("duetime task undo 01KAF3V5D0R8")
            .runs(given ->
                print(
                    given,
                    given.ended(given.remote().send("POST", given.path(TASK + "/undo"), Map.of())),
                    ExitCode.OK)));
  }

  /** Shifts waiting jobs. */
  public static CommandLine shift(Terminal terminal) {
    return new CallCommand(
            terminal,
            "shift",
            "Move waiting jobs by a length of time, so that the distances between them stay.",
            "Jobs that would be due before now or would expire stay where they are.",
            "'duetime task undo' takes a shift back.")
        .operand("QUEUE", "The queue.")
        .rest("ID", "0..*", List.of(), "The jobs, with or without a filter.")
        .options(
            Param.text("--by", "TIME", "How far: 2h later, or -30m earlier."),
            Param.repeatable("--tag", "TAG", "With this tag; with all of several."),
            Param.text("--from", "MOMENT", "Due at this moment or later."),
            Param.text("--to", "MOMENT", "Due before this moment."),
            Param.flag("--all", "Every waiting job."),
            Param.text(
                "--spread", "TIME", "Delay each job within this window by a hash of its id."),
            Param.flag("--dry-run", "Only tell what the shift would do."))
        .footer(
            "duetime shift mails --by 2h --tag newsletter --dry-run",
            "duetime shift mails --by -30m --from 2026-11-21T09:00:00Z --to 2026-11-21T11:00:00Z")
        .runs(TaskCommands::shift);
  }

  private static int shift(Invocation given) {
    Map<String, Object> fields = new LinkedHashMap<>(given.fields());
    if (!given.texts("ID").isEmpty()) {
      fields.put("ids", given.texts("ID"));
    }
    ServerReply reply =
        given.remote().patient().send("POST", given.path("/v1/queues/{QUEUE}/jobs/shift"), fields);
    if (!given.is("--dry-run")) {
      return print(given, given.ended(reply), ExitCode.OK);
    }
    JsonNode plan = reply.json();
    given.print(
        reply,
        Stream.of(
            "%d to shift%s, %d stay; %d would be due at once"
                .formatted(
                    plan.path("jobs").asLong(),
                    plan.has("before")
                        ? " from " + span(plan, "before") + " to " + span(plan, "after")
                        : "",
                    plan.path("left").asLong(),
                    plan.path("atOnce").asLong())));
    return ExitCode.OK;
  }

  private static String span(JsonNode plan, String name) {
    JsonNode span = plan.path(name);
    return span.path("from").asString() + " … " + span.path("to").asString();
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
            "%s %s of %s: %s, %d of %s %s%s"
                .formatted(
                    task.path("id").asString(),
                    lower(task, "kind"),
                    task.path("queue").asString(),
                    state(task),
                    task.path("changed").asLong(),
                    task.path(task.has("planned") ? "planned" : "total").asString("?"),
                    isDryRun(task) ? "would change (dry run)" : "changed" + outcome(task),
                    task.path("left").asLong() > 0
                        ? ", " + task.path("left").asLong() + " stay where they are"
                        : "")));
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

  /** What has become of the jobs of a redrive in parts; otherwise empty. */
  static String outcome(JsonNode task) {
    return task.has("underWay")
        ? ": %d succeeded, %d failed, %d under way"
            .formatted(
                task.path("succeeded").asLong(),
                task.path("failed").asLong(),
                task.path("underWay").asLong())
        : "";
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
