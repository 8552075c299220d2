package io.duetime;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The number of jobs of a queue in each state, and the events since the queue was created.
 *
 * @param now jobs in each state, exact per shard
 * @param since events since the queue was created; on some engines since the store was opened
 * @param oldestReady the due time of the longest overdue job, or null if none is due
 * @param nextDue the next due time in the future, or null if there is none
 */
public record Counts(
    States now, Events since, @Nullable Instant oldestReady, @Nullable Instant nextDue) {
  /** Delayed and ready jobs. */
  public long waiting() {
    return now.waiting();
  }

  /**
   * Jobs in each state; done and cancelled ones only while they are remembered.
   *
   * @param retrying the delayed and ready jobs that have failed before; they count there too
   */
  public record States(
      long delayed, long ready, long running, long dead, long done, long cancelled, long retrying) {
    /** Delayed and ready jobs. */
    public long waiting() {
      return delayed + ready;
    }
  }

  /**
   * The number of events of each kind.
   *
   * @param deadDropped dead jobs that {@code deadRetention} or {@code maxDead} removed
   */
  public record Events(
      long scheduled,
      long claimed,
      long acked,
      long retried,
      long leasesLost,
      long died,
      long deadDropped,
      long expired,
      long dropped,
      long cancelled,
      long setAside) {}
}
