package io.duetime.redis.internal.engine;

import io.duetime.DuetimeException;
import io.duetime.Durability;
import io.duetime.ErrorCode;
import io.duetime.RetryableException;
import io.duetime.ScheduleOutcome;
import io.duetime.engine.JobSpec;
import io.duetime.engine.ScheduleResult;
import io.duetime.internal.engine.TooFarAhead;
import org.jspecify.annotations.Nullable;

/**
 * What the script {@code schedule} answers of a job: its due time (of one too far ahead the most
 * that is taken) × 8 + an outcome.
 */
final class ScheduleAnswers {
  private static final int ELSEWHERE = 0;
  private static final int TOO_FAR = 6;
  private static final int NO_ROOM = 7;

  private ScheduleAnswers() {}

  /** The result, or null where the shard was sealed and does not know the job. */
  static @Nullable ScheduleResult read(
      String queue, JobSpec job, long answer, Durability.Reached reached) {
    int code = (int) (answer % 8);
    return switch (code) {
      case ELSEWHERE -> null;
      case TOO_FAR -> ScheduleResult.refused(job.id(), TooFarAhead.of(job.due(), answer / 8));
      case NO_ROOM -> ScheduleResult.refused(job.id(), noRoom(queue));
      default -> new ScheduleResult(job.id(), outcome(code), answer / 8, reached, null);
    };
  }

  /** Whether the job has ended and is on its way from its shard to the newest epoch. */
  static boolean isLeaving(long answer) {
    return answer == 8 + ELSEWHERE;
  }

  private static ScheduleOutcome outcome(int code) {
    return switch (code) {
      case 1 -> ScheduleOutcome.CREATED;
      case 2 -> ScheduleOutcome.REPLACED;
      case 3 -> ScheduleOutcome.SUCCESSOR;
      case 4 -> ScheduleOutcome.KEPT;
      case 5 -> ScheduleOutcome.REJECTED;
      default -> throw new IllegalStateException("no outcome of number " + code);
    };
  }

  private static DuetimeException noRoom(String queue) {
    return new RetryableException(
        ErrorCode.QUOTA_EXCEEDED, "queue " + queue + " has as many jobs waiting as it may have");
  }
}
