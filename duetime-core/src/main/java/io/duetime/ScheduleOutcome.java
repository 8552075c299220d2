package io.duetime;

/** What became of a request to schedule a job. */
public enum ScheduleOutcome {
  /** A new job. */
  CREATED,
  /** The request took the place of a waiting job or of a waiting successor. */
  REPLACED,
  /** The existing job stands as it was. */
  KEPT,
  /** The id exists and the caller asked to be refused; nothing changed. */
  REJECTED,
  /** The job is running; the request takes over when that lease ends, however it ends. */
  SUCCESSOR,
  /** The item is not allowed, or the store could not take it; nothing changed. */
  REFUSED
}
