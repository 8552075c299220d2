package io.duetime;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The answer to settling a lease.
 *
 * @param outcome what happened to the job
 * @param until the new deadline of the lease (EXTENDED) or the due time of a job that now waits;
 *     otherwise null
 * @param cancelRequested whether the job was cancelled while it runs; only with EXTENDED
 * @param durability what the writes of the whole call reached
 */
public record Settled(
    SettleOutcome outcome,
    @Nullable Instant until,
    boolean cancelRequested,
    Durability.Reached durability) {
  /** The lease is over. */
  public static final Settled LOST = of(SettleOutcome.LEASE_LOST);

  /** Returns an outcome without a moment. */
  public static Settled of(SettleOutcome outcome) {
    return new Settled(outcome, null, false, Durability.Reached.NOTHING);
  }

  /** Returns an outcome with its moment. */
  public static Settled of(SettleOutcome outcome, long untilMillis) {
    return new Settled(
        outcome, Instant.ofEpochMilli(untilMillis), false, Durability.Reached.NOTHING);
  }

  /** Returns the answer to an extension. */
  public static Settled extended(long untilMillis, boolean cancelRequested) {
    return new Settled(
        SettleOutcome.EXTENDED,
        Instant.ofEpochMilli(untilMillis),
        cancelRequested,
        Durability.Reached.NOTHING);
  }

  /** Returns this answer with the durability that its batch reached. */
  public Settled reached(Durability.Reached reached) {
    return new Settled(outcome, until, cancelRequested, reached);
  }
}
