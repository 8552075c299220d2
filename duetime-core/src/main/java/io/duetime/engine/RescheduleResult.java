package io.duetime.engine;

import io.duetime.DuetimeException;
import io.duetime.Durability;
import io.duetime.RescheduleOutcome;
import org.jspecify.annotations.Nullable;

/**
 * The answer to one {@link Reschedule}.
 *
 * @param dueAtMillis the due time that now stands, for RESCHEDULED and NOT_MET; otherwise 0
 * @param refusal why, for REFUSED; otherwise null
 */
public record RescheduleResult(
    RescheduleOutcome outcome,
    long dueAtMillis,
    Durability.Reached durability,
    @Nullable DuetimeException refusal) {
  /** An outcome and the due time that belongs to it. */
  public static RescheduleResult of(RescheduleOutcome outcome, long dueAtMillis) {
    return new RescheduleResult(outcome, dueAtMillis, Durability.Reached.NOTHING, null);
  }

  /** An item that could not be taken, for a reason of its own. */
  public static RescheduleResult refused(DuetimeException why) {
    return new RescheduleResult(RescheduleOutcome.REFUSED, 0, Durability.Reached.NOTHING, why);
  }

  /** The same answer with the durability that its batch reached. */
  public RescheduleResult reached(Durability.Reached reached) {
    return new RescheduleResult(outcome, dueAtMillis, reached, refusal);
  }
}
