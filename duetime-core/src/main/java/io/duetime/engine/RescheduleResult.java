package io.duetime.engine;

import io.duetime.DuetimeException;
import io.duetime.Durability;
import io.duetime.RescheduleOutcome;
import org.jspecify.annotations.Nullable;

/**
 * The answer to one {@link Reschedule}.
 *
 * @param outcome what happened to the request
 * @param dueAtMillis the job's due time, for RESCHEDULED and NOT_MET; otherwise 0
 * @param durability what the write reached
 * @param refusal why the item was refused if the outcome is REFUSED, otherwise null
 */
public record RescheduleResult(
    RescheduleOutcome outcome,
    long dueAtMillis,
    Durability.Reached durability,
    @Nullable DuetimeException refusal) {
  /** Returns an outcome with its due time. */
  public static RescheduleResult of(RescheduleOutcome outcome, long dueAtMillis) {
    return new RescheduleResult(outcome, dueAtMillis, Durability.Reached.NOTHING, null);
  }

  /** Returns the answer to an item that was refused. */
  public static RescheduleResult refused(DuetimeException why) {
    return new RescheduleResult(RescheduleOutcome.REFUSED, 0, Durability.Reached.NOTHING, why);
  }

  /** Returns this answer with the durability that its batch reached. */
  public RescheduleResult reached(Durability.Reached reached) {
    return new RescheduleResult(outcome, dueAtMillis, reached, refusal);
  }
}
