package io.duetime.engine;

import io.duetime.Durability;
import io.duetime.SettleOutcome;

/**
 * The answer to one {@link Settlement}.
 *
 * @param outcome what happened to the job
 * @param untilMillis the new deadline of the lease (EXTENDED) or the next due time (RETRYING,
 *     RELEASED, SUCCEEDED); otherwise 0
 * @param cancelRequested whether the job was cancelled while it runs; only with EXTENDED
 * @param durability what the write reached
 */
public record SettleResult(
    SettleOutcome outcome,
    long untilMillis,
    boolean cancelRequested,
    Durability.Reached durability) {
  /** The lease is over. */
  public static final SettleResult LOST = of(SettleOutcome.LEASE_LOST);

  /** Returns an outcome without a moment. */
  public static SettleResult of(SettleOutcome outcome) {
    return of(outcome, 0);
  }

  /** Returns an outcome with its moment. */
  public static SettleResult of(SettleOutcome outcome, long untilMillis) {
    return new SettleResult(outcome, untilMillis, false, Durability.Reached.NOTHING);
  }

  /** Returns the answer to an extension. */
  public static SettleResult extended(long untilMillis, boolean cancelRequested) {
    return new SettleResult(
        SettleOutcome.EXTENDED, untilMillis, cancelRequested, Durability.Reached.NOTHING);
  }

  /** Returns this answer with the durability that its batch reached. */
  public SettleResult reached(Durability.Reached reached) {
    return new SettleResult(outcome, untilMillis, cancelRequested, reached);
  }
}
