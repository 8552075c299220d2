package io.duetime.internal.client.produce;

import io.duetime.Cancelled;
import io.duetime.DuetimeException;
import io.duetime.RescheduleOutcome;
import io.duetime.Rescheduled;
import io.duetime.Scheduled;
import io.duetime.engine.CancelResult;
import io.duetime.engine.RescheduleResult;
import io.duetime.engine.ScheduleResult;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Converts the engine's answers to changes of jobs into those of the API. */
final class ChangeAnswers {
  private ChangeAnswers() {}

  static Scheduled scheduled(ScheduleResult result) {
    Instant dueAt = result.refusal() == null ? Instant.ofEpochMilli(result.dueAtMillis()) : null;
    return new Scheduled(
        result.id(), result.outcome(), dueAt, result.durability(), result.refusal());
  }

  static Rescheduled rescheduled(String id, RescheduleResult result) {
    boolean isDue =
        result.outcome() == RescheduleOutcome.RESCHEDULED
            || result.outcome() == RescheduleOutcome.NOT_MET;
    Instant dueAt = isDue ? Instant.ofEpochMilli(result.dueAtMillis()) : null;
    return new Rescheduled(id, result.outcome(), dueAt, result.durability(), result.refusal());
  }

  static Cancelled cancelled(String id, CancelResult result) {
    return new Cancelled(id, result.outcome(), result.durability(), result.refusal());
  }

  /** Returns the answer of a single call, whose refusal is thrown. */
  static <T> T orThrow(T answer, @Nullable DuetimeException refusal) {
    if (refusal != null) {
      throw refusal;
    }
    return answer;
  }
}
