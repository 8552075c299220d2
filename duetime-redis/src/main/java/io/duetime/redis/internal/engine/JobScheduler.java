package io.duetime.redis.internal.engine;

import io.duetime.Durability;
import io.duetime.InvalidRequestException;
import io.duetime.engine.DueTime;
import io.duetime.engine.JobSpec;
import io.duetime.engine.ScheduleResult;
import io.duetime.internal.engine.Requests;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Schedules. */
final class JobScheduler {
  private final EpochIntake intake;
  private final int maxPayloadBytes;

  JobScheduler(EpochIntake intake, int maxPayloadBytes) {
    this.intake = intake;
    this.maxPayloadBytes = maxPayloadBytes;
  }

  CompletionStage<List<ScheduleResult>> schedule(
      String queue, List<JobSpec> jobs, Durability durability) {
    List<PackedJob> packed = new ArrayList<>(jobs.size());
    for (JobSpec job : jobs) {
      if (Requests.tooLarge(job.body(), maxPayloadBytes) == null) {
        packed.add(PackedJob.of(job));
      }
    }
    CompletionStage<List<ScheduleResult>> answers = intake.schedule(queue, packed, durability);
    return packed.size() == jobs.size()
        ? answers
        : answers.thenApply(some -> withRefusals(jobs, some));
  }

  private List<ScheduleResult> withRefusals(List<JobSpec> jobs, List<ScheduleResult> answers) {
    List<ScheduleResult> all = new ArrayList<>(jobs.size());
    int next = 0;
    for (JobSpec job : jobs) {
      InvalidRequestException tooLarge = Requests.tooLarge(job.body(), maxPayloadBytes);
      all.add(tooLarge == null ? answers.get(next++) : ScheduleResult.refused(job.id(), tooLarge));
    }
    return all;
  }

  /** A moment as it is, a delay d as −1 − d. */
  static long due(DueTime due) {
    return due instanceof DueTime.After after
        ? -1 - after.delayMillis()
        : ((DueTime.At) due).epochMillis();
  }
}
