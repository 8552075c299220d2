package io.duetime;

/** Where a job stands, by the store's clock at the moment of asking. */
public enum JobState {
  /** Waiting for its due time. */
  DELAYED,
  /** Due, and held by nobody. */
  READY,
  /** Leased to a consumer whose lease has not ended. */
  RUNNING,
  /** Given up and kept to be looked at, redriven or purged. */
  DEAD,
  /** Acknowledged; known only while the queue's retention lasts. */
  DONE,
  /**
   * Cancelled before it ran, or ended after a cancel while it ran; known only while the retention
   * lasts.
   */
  CANCELLED;

  /** Whether the job has still to be run by somebody: {@link #DELAYED} or {@link #READY}. */
  public boolean isWaiting() {
    return this == DELAYED || this == READY;
  }
}
