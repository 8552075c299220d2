package io.duetime;

/** The outcome of scheduling a job. */
public enum ScheduleOutcome {
  /** The job is new. */
  CREATED,
  /** The request replaced a waiting job or a waiting successor. */
  REPLACED,
  /** The existing job is unchanged; it waits, or is remembered as done. */
  KEPT,
  /**
   * The existing job is running and unchanged. The request is dropped, and nothing runs after that
   * job. To postpone a job even while it runs, use {@link OnConflict#REPLACE} or {@link
   * OnConflict#debounce}.
   */
  KEPT_RUNNING,
  /** The id exists, and the request asked for {@link OnConflict#REJECT}; nothing changed. */
  REJECTED,
  /**
   * The job is running, and the request is its successor: it follows when the lease ends, however
   * it ends.
   */
  SUCCESSOR,
  /** The item is invalid, or the store could not store it; nothing changed. */
  REFUSED,
  /**
   * The call was made inside a transaction and takes effect after its commit, or never if the
   * transaction is rolled back. Answered by {@link JobQueue}s of a framework with transactions; see
   * {@link JobQueue#immediately}.
   */
  DEFERRED
}
