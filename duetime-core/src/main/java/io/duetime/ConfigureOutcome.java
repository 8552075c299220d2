package io.duetime;

/** The outcome of a change of settings. */
public enum ConfigureOutcome {
  /** The settings are stored. */
  STORED,
  /** Nothing was stored: another caller changed the queue's settings after these were read. */
  CHANGED_MEANWHILE
}
