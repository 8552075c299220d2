package io.duetime;

/** What became of a request to change the settings of a queue. */
public enum ConfigureOutcome {
  /** The settings are stored. */
  STORED,
  /**
   * Nothing was stored: the settings of the queue have been changed since those of the request were
   * read.
   */
  CHANGED_MEANWHILE
}
