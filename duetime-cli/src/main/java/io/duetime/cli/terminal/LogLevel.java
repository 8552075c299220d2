package io.duetime.cli.terminal;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import org.slf4j.LoggerFactory;

/** Sets the level of the log on standard error. */
public final class LogLevel {
  private static final Logger ROOT =
      (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);

  private final Level before = ROOT.getLevel();

  private LogLevel() {}

  /** Logs this level and higher ones; OFF for none. */
  public static LogLevel set(String level) {
    LogLevel change = new LogLevel();
    ROOT.setLevel(Level.valueOf(level));
    return change;
  }

  /** Restores the level before. */
  public void restore() {
    ROOT.setLevel(before);
  }
}
