package io.duetime.server.http.routes;

import io.duetime.InvalidRequestException;
import io.duetime.server.http.call.Call;
import io.duetime.server.http.call.HttpAnswer;
import io.duetime.server.task.Task;
import io.duetime.server.task.Task.TaskProgress;
import io.duetime.server.task.Task.TaskProgress.Phase;
import io.duetime.server.task.Task.TaskWork;
import io.duetime.server.task.TaskForm;
import io.duetime.server.task.TaskKeeper;
import io.duetime.server.task.TaskStepper;
import io.duetime.wire.ResultJson;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * Starts bulk changes. A small one is made at once; a large one, or one that the caller wants in
 * the background, becomes a task.
 */
final class BulkStarter {
  /** The query parameters of a bulk change. */
  static final List<String> QUERY = List.of("dryRun", "background");

  /** The steps of a count after which a change becomes a task: from 10,000 jobs on. */
  private static final int COUNT_STEPS = 10;

  private final TaskStepper stepper;
  private final TaskKeeper tasks;

  BulkStarter(TaskStepper stepper, TaskKeeper tasks) {
    this.stepper = stepper;
    this.tasks = tasks;
  }

  CompletionStage<HttpAnswer> run(Call call, TaskWork work) {
    boolean hasIds = work.selection().ids() != null;
    if (call.query().isOn("background")) {
      if (hasIds) {
        throw new InvalidRequestException("background", "true", "only without ids");
      }
      return start(work, TaskProgress.NONE);
    }
    // Ids are few enough to be changed at once.
    return stepper
        .count(work, TaskProgress.NONE, hasIds ? Integer.MAX_VALUE : COUNT_STEPS)
        .thenCompose(counted ->
            counted.phase() == Phase.COUNTING ? start(work, counted) : finish(work, counted));
  }

  private CompletionStage<HttpAnswer> finish(TaskWork work, TaskProgress counted) {
    return stepper.finish(work, counted).thenApply(done -> answer(done.sum(), work.dryRun()));
  }

  private static HttpAnswer answer(TaskProgress.Sum sum, boolean dryRun) {
    return HttpAnswer.ok(ResultJson.changed(sum.examined(), sum.changed(), sum.refused(), dryRun));
  }

  private CompletionStage<HttpAnswer> start(TaskWork work, TaskProgress progress) {
    return tasks.start(work, progress).thenApply(BulkStarter::accepted);
  }

  private static HttpAnswer accepted(Task task) {
    return HttpAnswer.of(202, TaskForm.shown(task)).with("Location", "/v1/tasks/" + task.id());
  }
}
