package io.duetime;

/** The outcome of a cancellation; of a repeated one, what is true by then. */
public enum CancelOutcome {
  /** The job will not run, or not run again. */
  CANCELLED,
  /** The job is running and is marked: it will not be retried, and its successor is dropped. */
  RUNNING,
  /** The job was done before. */
  DONE,
  /** The job is dead and unchanged. */
  DEAD,
  /** The queue has never seen the id, or has forgotten it. */
  UNKNOWN,
  /** The id is invalid; nothing was done. */
  REFUSED,
  /** The call takes effect after the commit of a transaction; see {@link JobQueue#immediately}. */
  DEFERRED
}
