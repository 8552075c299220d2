package io.duetime.engine;

/**
 * The number of jobs in each state, and the events since the queue was created.
 *
 * @param now exact per shard; the sum over shards is not a snapshot
 * @param since events since the queue was created; on engines in this process since the store was
 *     opened
 * @param oldestReadyMillis the due time of the longest overdue job, or {@link ClaimResult#NEVER} if
 *     none is due
 * @param nextDueMillis the next due time in the future, or {@link ClaimResult#NEVER}
 */
public record QueueCounts(ByState now, Events since, long oldestReadyMillis, long nextDueMillis) {
  /** Jobs in each state. */
  public record ByState(
      long delayed, long ready, long running, long dead, long done, long cancelled) {
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
