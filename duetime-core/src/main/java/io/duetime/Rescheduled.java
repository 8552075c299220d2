package io.duetime;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a reschedule.
 *
 * @param id the job's id
 * @param outcome what happened to the request
 * @param dueAt the job's due time, for RESCHEDULED and NOT_MET; otherwise null
 * @param durability what the write reached
 * @param refusal why an item of a batch was refused if the outcome is {@link
 *     RescheduleOutcome#REFUSED}, otherwise null; a single call throws it
 */
public record Rescheduled(
    String id,
    RescheduleOutcome outcome,
    @Nullable Instant dueAt,
    Durability.Reached durability,
    @Nullable DuetimeException refusal) {
  /** Returns an answer whose batch has not been written yet. */
  public static Rescheduled of(String id, RescheduleOutcome outcome, @Nullable Instant dueAt) {
    return new Rescheduled(id, outcome, dueAt, Durability.Reached.NOTHING, null);
  }

  /** Returns the answer to an item that was refused. */
  public static Rescheduled refused(String id, DuetimeException why) {
    return new Rescheduled(id, RescheduleOutcome.REFUSED, null, Durability.Reached.NOTHING, why);
  }

  /** Returns this answer with the durability that its batch reached. */
  public Rescheduled reached(Durability.Reached reached) {
    return new Rescheduled(id, outcome, dueAt, reached, refusal);
  }
}
