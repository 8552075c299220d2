package io.duetime;

/** What became of a request to schedule a job. */
public enum ScheduleOutcome {
  /** A new job. */
  CREATED,
  /** The request took the place of a waiting job or of a waiting successor. */
  REPLACED,
  /** The existing job stays as it was; it waits, or is remembered as done. */
  KEPT,
  /**
   * The existing job is running and stays as it was: the request is dropped, and nothing runs again
   * once that job is done. To put a job off again also while it runs, ask for {@link
   * OnConflict#REPLACE} or {@link OnConflict#debounce}.
   */
  KEPT_RUNNING,
  /** The id exists and the caller asked to be refused; nothing changed. */
  REJECTED,
  /** The job is running; the request takes over when that lease ends, however it ends. */
  SUCCESSOR,
  /** The item is not allowed, or the store could not take it; nothing changed. */
  REFUSED
}
