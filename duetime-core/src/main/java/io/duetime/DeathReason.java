package io.duetime;

/** Why a job is dead. */
public enum DeathReason {
  /** Its tries were used up. */
  EXHAUSTED,
  /** Somebody gave it up. */
  BURIED,
  /** It was not worth doing any more. */
  EXPIRED
}
