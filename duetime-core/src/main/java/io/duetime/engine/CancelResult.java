package io.duetime.engine;

import io.duetime.CancelOutcome;
import io.duetime.Durability;

/** The answer to one cancelled id. */
public record CancelResult(CancelOutcome outcome, Durability.Reached durability) {
  /** An outcome whose batch has not been written yet. */
  public static CancelResult of(CancelOutcome outcome) {
    return new CancelResult(outcome, Durability.Reached.NOTHING);
  }

  /** The same answer with the durability that its batch reached. */
  public CancelResult reached(Durability.Reached reached) {
    return new CancelResult(outcome, reached);
  }
}
