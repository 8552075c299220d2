package io.duetime.redis.internal.engine;

import io.duetime.Durability;
import io.duetime.engine.DueTime;
import io.duetime.engine.JobSpec;
import io.duetime.engine.ScheduleResult;
import io.duetime.internal.engine.Calls;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Schedules. */
final class JobScheduler {
  private final EpochIntake intake;

  JobScheduler(EpochIntake intake) {
    this.intake = intake;
  }

  CompletionStage<List<ScheduleResult>> schedule(
      String queue, List<JobSpec> jobs, Durability durability) {
    return intake.schedule(queue, Calls.each(jobs, PackedJob::of), durability);
  }

  /** A moment as it is, a delay d as −1 − d. */
  static long due(DueTime due) {
    return due instanceof DueTime.After after
        ? -1 - after.delayMillis()
        : ((DueTime.At) due).epochMillis();
  }
}
