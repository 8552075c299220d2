package io.duetime.engine;

import io.duetime.Durability;
import io.duetime.SettleOutcome;

/**
 * The answer to one {@link Settlement}.
 *
 * @param outcome what became of the job
 * @param untilMillis the new end of the lease (EXTENDED) or the next due time (RETRYING, RELEASED,
 *     SUCCEEDED); otherwise 0
 * @param cancelRequested whether somebody cancelled the job while it runs; told with EXTENDED
 * @param durability what the write reached
 */
public record SettleResult(
    SettleOutcome outcome,
    long untilMillis,
    boolean cancelRequested,
    Durability.Reached durability) {
  /** The lease is over. */
  public static final SettleResult LOST = of(SettleOutcome.LEASE_LOST);

  /** An outcome with nothing to add. */
  public static SettleResult of(SettleOutcome outcome) {
    return of(outcome, 0);
  }

  /** An outcome and the moment that belongs to it. */
  public static SettleResult of(SettleOutcome outcome, long untilMillis) {
    return new SettleResult(outcome, untilMillis, false, Durability.Reached.NOTHING);
  }

  /** A lease that ends later now. */
  public static SettleResult extended(long untilMillis, boolean cancelRequested) {
    return new SettleResult(
        SettleOutcome.EXTENDED, untilMillis, cancelRequested, Durability.Reached.NOTHING);
  }

  /** The same answer with the durability that its batch reached. */
  public SettleResult reached(Durability.Reached reached) {
    return new SettleResult(outcome, untilMillis, cancelRequested, reached);
  }
}
