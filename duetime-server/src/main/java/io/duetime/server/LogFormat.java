package io.duetime.server;

/** The form of the log on standard error. */
public enum LogFormat {
  /** {@link #TEXT} on a terminal, otherwise {@link #JSON}. */
  AUTO,
  /** A line for readers. */
  TEXT,
  /** A JSON object on each line. */
  JSON
}
