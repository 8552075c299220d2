package io.duetime;

/** What became of a request to cancel a job, or what is true of it already. */
public enum CancelOutcome {
  /** It will never run (any more). */
  CANCELLED,
  /** It runs now: it is marked, will not be retried, and its successor, if any, is dropped. */
  RUNNING,
  /** It had been done. */
  DONE,
  /** It is dead and is kept as it is. */
  DEAD,
  /** Never seen, or forgotten. */
  UNKNOWN,
  /** No job can have this id; nothing was done. */
  REFUSED
}
