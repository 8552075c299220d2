package io.duetime.cli.terminal;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.duetime.TimeSource;
import io.duetime.text.PrintableText;
import java.io.InputStream;
import java.io.PrintStream;
import java.util.Map;
import org.slf4j.LoggerFactory;

/**
 * The streams, the environment and the time of a command. Lines are printed without the control
 * characters of texts that others have written.
 *
 * @param isInteractive whether {@code err} is a terminal, on which lines can be redrawn
 * @param environment the environment's variables
 */
public record Terminal(
    InputStream in,
    PrintStream out,
    PrintStream err,
    boolean isInteractive,
    Map<String, String> environment,
    TimeSource time) {
  /** Writes a line to {@code out}. */
  public void print(String line) {
    out.println(PrintableText.lines(line));
    out.flush();
  }

  /** Writes a line to {@code err}. */
  public void complain(String line) {
    err.println(PrintableText.lines(line));
    err.flush();
  }

  /** Sets the level of the log on standard error. */
  public static final class LogLevel {
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
}
