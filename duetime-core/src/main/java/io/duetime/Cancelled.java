package io.duetime;

import org.jspecify.annotations.Nullable;

/**
 * The answer to one cancellation of a batch, or to a cancellation that asked for a durability.
 *
 * @param id the job's id
 * @param outcome what happened to the job
 * @param durability what the write reached
 * @param refusal why the id was refused if the outcome is {@link CancelOutcome#REFUSED}, otherwise
 *     null; a single call throws it
 */
public record Cancelled(
    String id,
    CancelOutcome outcome,
    Durability.Reached durability,
    @Nullable DuetimeException refusal) {
  /** Returns an answer whose batch has not been written yet. */
  public static Cancelled of(String id, CancelOutcome outcome) {
    return new Cancelled(id, outcome, Durability.Reached.NOTHING, null);
  }

  /** Returns the answer to an id that was refused. */
  public static Cancelled refused(String id, DuetimeException why) {
    return new Cancelled(id, CancelOutcome.REFUSED, Durability.Reached.NOTHING, why);
  }

  /** Returns this answer with the durability that its batch reached. */
  public Cancelled reached(Durability.Reached reached) {
    return new Cancelled(id, outcome, reached, refusal);
  }
}
