package io.duetime;

/** The outcome of settling or extending a lease. */
public enum SettleOutcome {
  /** The job is done. */
  ACKED,
  /** The job waits for its next attempt. */
  RETRYING,
  /** The job is dead: it was buried, or its attempts are used up. */
  DEAD,
  /** The job's successor has replaced it. */
  SUCCEEDED,
  /** The job ended without another attempt, because it was cancelled while it ran. */
  CANCELLED,
  /** The lease is extended. */
  EXTENDED,
  /** The job is released, and its attempt refunded. */
  RELEASED,
  /** The lease is over, or another claim has the job; nothing changed. */
  LEASE_LOST,
  /** The lease is not of this queue; nothing was done. */
  REFUSED
}
