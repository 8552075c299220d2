package io.duetime.server.http.routes;

import io.duetime.Limits;
import io.duetime.engine.BulkChange;
import io.duetime.server.access.Role;
import io.duetime.server.http.call.Call;
import io.duetime.server.http.call.HttpAnswer;
import io.duetime.server.http.call.Refusal;
import io.duetime.server.http.call.Route;
import io.duetime.server.http.call.Route.BodyRule;
import io.duetime.server.http.call.Rule;
import io.duetime.server.task.Task;
import io.duetime.server.task.TaskJson;
import io.duetime.server.task.TaskKeeper;
import io.duetime.wire.Problem;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Lists, shows and cancels tasks, and takes shifts back. */
record TaskRoutes(TaskKeeper tasks) {
  private static final String TASKS = "/v1/tasks";
  private static final String TASK = TASKS + "/{task}";

  List<Route> routes() {
    return List.of(
        Route.get(TASKS, Rule.ANY, this::list),
        Route.get(TASK, Rule.ANY, this::find),
        Route.delete(TASK, Rule.someQueue(Role.PRODUCE).audited(), this::cancel),
        Route.post(
            TASK + "/undo", Rule.someQueue(Role.PRODUCE).audited(), BodyRule.NONE, this::undo));
  }

  private CompletionStage<HttpAnswer> list(Call call) {
    return tasks
        .list()
        .thenApply(all ->
            HttpAnswer.ok(
                TaskJson.shown(all.stream().filter(task -> maySee(call, task)).toList())));
  }

  private CompletionStage<HttpAnswer> find(Call call) {
    return tasks.find(id(call)).thenApply(task -> answer(task.filter(one -> maySee(call, one))));
  }

  private CompletionStage<HttpAnswer> cancel(Call call) {
    String id = id(call);
    return tasks
        .find(id)
        .thenCompose(found -> {
          Task task = found.filter(one -> maySee(call, one)).orElseThrow(TaskRoutes::unknown);
          call.require(roleToStart(task), task.work().queue());
          return tasks.cancel(id);
        })
        .thenApply(TaskRoutes::answer);
  }

  /** Starts a task that takes a shift back. */
  private CompletionStage<HttpAnswer> undo(Call call) {
    return tasks
        .find(id(call))
        .thenCompose(found -> {
          Task task = found.filter(one -> maySee(call, one)).orElseThrow(TaskRoutes::unknown);
          call.require(roleToStart(task), task.work().queue());
          if (!(task.work().change() instanceof BulkChange.Shift)) {
            throw conflict("NOT_A_SHIFT", "Only a shift can be taken back; this task is none");
          }
          if (!task.life().state().isEnded()) {
            throw conflict(
                "TASK_RUNNING", "The shift has not ended yet; cancel it, or wait until it has");
          }
          return tasks.undo(task);
        })
        .thenApply(TaskRoutes::started);
  }

  private static Refusal conflict(String code, String detail) {
    return new Refusal(Problem.of(409, code, detail));
  }

  /** The answer to a request that has become a task. */
  static HttpAnswer started(Task task) {
    return HttpAnswer.of(202, TaskJson.shown(task)).with("Location", TASKS + "/" + task.id());
  }

  /** A caller that may start such a task can also follow it. */
  private static boolean maySee(Call call, Task task) {
    String queue = task.work().queue();
    return call.caller().may(Role.READ, queue) || call.caller().may(roleToStart(task), queue);
  }

  /** The role that starts such a task, and cancels it. */
  private static Role roleToStart(Task task) {
    boolean isOfDeadJobs = task.work().change().isOfDeadJobs(task.work().selection());
    return isOfDeadJobs ? Role.ADMIN : Role.PRODUCE;
  }

  private static String id(Call call) {
    String id = call.value("task");
    boolean isName =
        id.getBytes(StandardCharsets.UTF_8).length <= Limits.MAX_DOCUMENT_NAME_BYTES
            && id.chars().noneMatch(Character::isISOControl);
    if (!isName) {
      throw unknown();
    }
    return id;
  }

  private static HttpAnswer answer(Optional<Task> task) {
    return HttpAnswer.ok(TaskJson.shown(task.orElseThrow(TaskRoutes::unknown)));
  }

  private static Refusal unknown() {
    return Refusal.notFound(
        "There is no task with this id; ended tasks are kept for 7 days, at most 100");
  }
}
