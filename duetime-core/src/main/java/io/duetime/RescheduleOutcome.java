package io.duetime;

/** The outcome of a reschedule. */
public enum RescheduleOutcome {
  /** The job has the new due time, and its attempts start again. */
  RESCHEDULED,
  /** The condition was not met; nothing changed. */
  NOT_MET,
  /** The job is running; nothing changed. */
  RUNNING,
  /** The job is dead; nothing changed. */
  DEAD,
  /** The job is done. */
  DONE,
  /** The job was cancelled. */
  CANCELLED,
  /** The queue has never seen the id, or has forgotten it. */
  UNKNOWN,
  /** The new due time is not allowed, or the store could not store it; nothing changed. */
  REFUSED,
  /** The call takes effect after the commit of a transaction; see {@link JobQueue#immediately}. */
  DEFERRED
}
