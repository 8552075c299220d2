package io.duetime;

/** What became of a job whose lease was acknowledged, given back or extended. */
public enum SettleOutcome {
  /** Done. */
  ACKED,
  /** Waiting for its next attempt. */
  RETRYING,
  /** Dead: buried, or its tries used up. */
  DEAD,
  /** Its successor has taken over. */
  SUCCEEDED,
  /** Ended without another attempt, because it had been cancelled while it ran. */
  CANCELLED,
  /** The lease lasts longer. */
  EXTENDED,
  /** Given back, its try refunded. */
  RELEASED,
  /** The lease is over or another claim has the job; nothing changed. */
  LEASE_LOST,
  /** Not a lease of this queue; nothing was done. */
  REFUSED
}
