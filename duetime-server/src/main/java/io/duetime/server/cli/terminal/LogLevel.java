package io.duetime.server.cli.terminal;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import org.slf4j.LoggerFactory;

/** Changes what is logged to standard error, also once something has been logged. */
public final class LogLevel {
  private static final Logger ROOT =
      (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);

  private final Level before = ROOT.getLevel();

  private LogLevel() {}

  /** Logs this level and what is graver; OFF for nothing. */
  public static LogLevel set(String level) {
    LogLevel change = new LogLevel();
    ROOT.setLevel(Level.valueOf(level));
    return change;
  }

  /** Logs again what was logged before. */
  public void restore() {
    ROOT.setLevel(before);
  }
}
