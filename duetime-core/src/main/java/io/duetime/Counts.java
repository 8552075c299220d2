package io.duetime;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How many jobs of a queue stand where, and what has happened to its jobs.
 *
 * @param now jobs in each state, exact per shard
 * @param since events since the queue was made, on some engines since the store was opened
 * @param oldestReady the due time of the longest overdue job, or null when none is due
 * @param nextDue the next due time ahead, or null when there is none
 */
public record Counts(
    States now, Events since, @Nullable Instant oldestReady, @Nullable Instant nextDue) {
  /** Delayed and ready together. */
  public long waiting() {
    return now.delayed() + now.ready();
  }

  /** Jobs in each state; done and cancelled ones only while they are remembered. */
  public record States(
      long delayed, long ready, long running, long dead, long done, long cancelled) {}

  /**
   * Things that happened to jobs.
   *
   * @param deadDropped dead jobs that {@code deadRetention} or {@code maxDead} of the settings
   *     ended
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
