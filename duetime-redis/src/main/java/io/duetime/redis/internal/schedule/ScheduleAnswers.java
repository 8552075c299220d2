package io.duetime.redis.internal.schedule;

import io.duetime.DuetimeException;
import io.duetime.Durability;
import io.duetime.ErrorCode;
import io.duetime.RetryableException;
import io.duetime.ScheduleOutcome;
import io.duetime.Scheduled;
import io.duetime.engine.JobSpec;
import io.duetime.internal.engine.TooFarAhead;
import io.duetime.redis.internal.script.Outcome;
import java.time.Instant;

/**
 * An answer of the script {@code schedule} for a job: due time × 16 + outcome.
 *
 * @param outcome of the request
 * @param dueAt 0 if the job was not created; the largest allowed due time if it is too far ahead
 */
record ScheduleAnswers(Outcome outcome, long dueAt) {
  static ScheduleAnswers of(long answer) {
    return new ScheduleAnswers(Outcome.of(answer % 16), answer / 16);
  }

  /** Whether the shard has decided; if it is sealed, another shard may know the job. */
  boolean isHere() {
    return outcome != Outcome.ELSEWHERE && outcome != Outcome.LEAVING;
  }

  Scheduled result(String queue, JobSpec job, Durability.Reached reached) {
    return switch (outcome) {
      case TOO_FAR -> Scheduled.refused(job.id(), TooFarAhead.of(job.due(), dueAt));
      case NO_ROOM -> Scheduled.refused(job.id(), noRoom(queue));
      default ->
          new Scheduled(
              job.id(),
              outcome.as(ScheduleOutcome.class),
              Instant.ofEpochMilli(dueAt),
              reached,
              null);
    };
  }

  private static DuetimeException noRoom(String queue) {
    return new RetryableException(
        ErrorCode.QUOTA_EXCEEDED, "queue " + queue + " is full: it has reached maxWaiting");
  }
}
