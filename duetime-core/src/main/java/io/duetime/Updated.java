package io.duetime;

import org.jspecify.annotations.Nullable;

/**
 * The answer to an update.
 *
 * @param id the job's id
 * @param outcome what happened to the job
 * @param durability what the write reached
 * @param refusal why an item of a batch was refused if the outcome is {@link
 *     UpdateOutcome#REFUSED}, otherwise null; a single call throws it
 */
public record Updated(
    String id,
    UpdateOutcome outcome,
    Durability.Reached durability,
    @Nullable DuetimeException refusal) {
  /** Returns an answer whose batch has not been written yet. */
  public static Updated of(String id, UpdateOutcome outcome) {
    return new Updated(id, outcome, Durability.Reached.NOTHING, null);
  }

  /** Returns the answer to an update that was refused. */
  public static Updated refused(String id, DuetimeException why) {
    return new Updated(id, UpdateOutcome.REFUSED, Durability.Reached.NOTHING, why);
  }

  /** Returns this answer with the durability that its batch reached. */
  public Updated reached(Durability.Reached reached) {
    return new Updated(id, outcome, reached, refusal);
  }
}
