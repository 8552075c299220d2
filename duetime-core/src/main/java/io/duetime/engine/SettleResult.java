package io.duetime.engine;

import io.duetime.SettleOutcome;

/**
 * The answer to one {@link Settlement}.
 *
 * @param outcome what became of the job
 * @param untilMillis the new end of the lease (EXTENDED) or the next due time (RETRYING, RELEASED,
 *     SUCCEEDED); otherwise 0
 * @param cancelRequested whether somebody cancelled the job while it runs; told with EXTENDED
 */
public record SettleResult(SettleOutcome outcome, long untilMillis, boolean cancelRequested) {
  /** The lease is over. */
  public static final SettleResult LOST = new SettleResult(SettleOutcome.LEASE_LOST, 0, false);

  /** An outcome with nothing to add. */
  public static SettleResult of(SettleOutcome outcome) {
    return new SettleResult(outcome, 0, false);
  }

  /** An outcome and the moment that belongs to it. */
  public static SettleResult of(SettleOutcome outcome, long untilMillis) {
    return new SettleResult(outcome, untilMillis, false);
  }
}
