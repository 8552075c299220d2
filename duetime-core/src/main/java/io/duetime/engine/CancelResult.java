package io.duetime.engine;

import io.duetime.CancelOutcome;
import io.duetime.DuetimeException;
import io.duetime.Durability;
import org.jspecify.annotations.Nullable;

/**
 * The answer to one id.
 *
 * @param outcome what happened to the job
 * @param durability what the write reached
 * @param refusal why the id was refused if the outcome is REFUSED, otherwise null
 */
public record CancelResult(
    CancelOutcome outcome, Durability.Reached durability, @Nullable DuetimeException refusal) {
  /** Creates an outcome that is not a refusal. */
  public CancelResult(CancelOutcome outcome, Durability.Reached durability) {
    this(outcome, durability, null);
  }

  /** Returns an outcome whose batch has not been written yet. */
  public static CancelResult of(CancelOutcome outcome) {
    return new CancelResult(outcome, Durability.Reached.NOTHING);
  }

  /** Returns the answer to an item that was refused. */
  public static CancelResult refused(DuetimeException why) {
    return new CancelResult(CancelOutcome.REFUSED, Durability.Reached.NOTHING, why);
  }

  /** Returns this answer with the durability that its batch reached. */
  public CancelResult reached(Durability.Reached reached) {
    return new CancelResult(outcome, reached, refusal);
  }
}
