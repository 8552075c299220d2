package io.duetime;

/** What became of a request to run a waiting job at another moment. */
public enum RescheduleOutcome {
  /** It moved, and its attempts start anew. */
  RESCHEDULED,
  /** The condition did not hold; nothing changed. */
  NOT_MET,
  /** It runs now; nothing changed. */
  RUNNING,
  /** It is dead; nothing changed. */
  DEAD,
  /** It had been done. */
  DONE,
  /** It had been cancelled. */
  CANCELLED,
  /** Never seen, or forgotten. */
  UNKNOWN,
  /** The new due time is not allowed, or the store could not take it; nothing changed. */
  REFUSED
}
