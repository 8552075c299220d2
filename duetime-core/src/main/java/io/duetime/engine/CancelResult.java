package io.duetime.engine;

import io.duetime.CancelOutcome;
import io.duetime.DuetimeException;
import io.duetime.Durability;
import org.jspecify.annotations.Nullable;

/**
 * The answer to one cancelled id.
 *
 * @param refusal why, for REFUSED; otherwise null
 */
public record CancelResult(
    CancelOutcome outcome, Durability.Reached durability, @Nullable DuetimeException refusal) {
  /** An outcome that is no refusal. */
  public CancelResult(CancelOutcome outcome, Durability.Reached durability) {
    this(outcome, durability, null);
  }

  /** An outcome whose batch has not been written yet. */
  public static CancelResult of(CancelOutcome outcome) {
    return new CancelResult(outcome, Durability.Reached.NOTHING);
  }

  /** An item that could not be taken, for a reason of its own. */
  public static CancelResult refused(DuetimeException why) {
    return new CancelResult(CancelOutcome.REFUSED, Durability.Reached.NOTHING, why);
  }

  /** The same answer with the durability that its batch reached. */
  public CancelResult reached(Durability.Reached reached) {
    return new CancelResult(outcome, reached, refusal);
  }
}
