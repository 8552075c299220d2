package io.duetime;

/** The outcome of an update. */
public enum UpdateOutcome {
  /** The job has the new values. */
  UPDATED,
  /** The job is running; nothing changed. */
  RUNNING,
  /** The job is dead, and only a waiting one was to be updated; nothing changed. */
  DEAD,
  /** The job is done. */
  DONE,
  /** The job was cancelled. */
  CANCELLED,
  /** The queue has never seen the id, or has forgotten it. */
  UNKNOWN,
  /** A new value is not allowed, or the store could not store it; nothing changed. */
  REFUSED
}
