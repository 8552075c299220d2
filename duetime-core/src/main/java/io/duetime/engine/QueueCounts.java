package io.duetime.engine;

/**
 * How many jobs stand where, and what has happened since the queue was made.
 *
 * @param now exact per shard; a sum over shards is no snapshot
 * @param since events since the queue was made; on engines in this process since the store was
 *     opened
 * @param oldestReadyMillis the due time of the longest overdue job, or {@link ClaimResult#NEVER}
 *     when none is due
 * @param nextDueMillis the next due time ahead, or {@link ClaimResult#NEVER}
 */
public record QueueCounts(ByState now, Events since, long oldestReadyMillis, long nextDueMillis) {
  /** Jobs in each state. */
  public record ByState(
      long delayed, long ready, long running, long dead, long done, long cancelled) {
    /** Delayed and ready together. */
    public long waiting() {
      return delayed + ready;
    }
  }

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
