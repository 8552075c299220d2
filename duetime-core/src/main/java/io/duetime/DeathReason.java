package io.duetime;

/** Why a job is dead. */
public enum DeathReason {
  /** All attempts were used up. */
  EXHAUSTED,
  /** A handler or a caller buried it. */
  BURIED,
  /** It had expired. */
  EXPIRED
}
