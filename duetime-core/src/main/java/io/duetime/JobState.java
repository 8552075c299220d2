package io.duetime;

/** The state of a job, by the store's clock at the moment of the call. */
public enum JobState {
  /** Waiting for its due time. */
  DELAYED,
  /** Due and not leased. */
  READY,
  /** Leased to a consumer; the lease is not over. */
  RUNNING,
  /** Dead (a dead letter): kept until it is redriven or purged. */
  DEAD,
  /** Acknowledged; known only during the retention. */
  DONE,
  /**
   * Cancelled before it ran, or ended after a cancellation while it ran; known only during the
   * retention.
   */
  CANCELLED;

  /** Whether the job waits to be run: {@link #DELAYED} or {@link #READY}. */
  public boolean isWaiting() {
    return this == DELAYED || this == READY;
  }
}
