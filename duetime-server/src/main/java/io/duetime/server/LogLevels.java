package io.duetime.server;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import io.duetime.InvalidRequestException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The levels of the log: one for all loggers, and others for named ones and those below them. TRACE
 * applies to Duetime's own loggers alone, as libraries write payloads and passwords at it; theirs
 * are at most at DEBUG.
 *
 * @param root the level of loggers that are not named
 * @param named the levels by the name of a logger
 */
public record LogLevels(String root, Map<String, String> named) {
  /** The levels of a server by default. */
  public static final LogLevels DEFAULT = new LogLevels("INFO", Map.of());

  static final String FORMS =
      "a level (ERROR, WARN, INFO, DEBUG, TRACE, OFF), or several as in \"WARN, io.duetime=DEBUG\"";
  private static final Pattern ENTRY =
      Pattern.compile("(?:([A-Za-z][\\w.$]*)\\s*=\\s*)?(ERROR|WARN|INFO|DEBUG|TRACE|OFF)");

  private static final String OWN = "io.duetime";

  /** Copies the names. */
  public LogLevels {
    named = Map.copyOf(named);
  }

  /** Reads {@code LEVEL} and {@code LOGGER=LEVEL}, with commas between them. */
  public static LogLevels parse(String field, String text) {
    String root = DEFAULT.root;
    Map<String, String> named = new LinkedHashMap<>();
    for (String entry : text.strip().split("\\s*,\\s*", -1)) {
      Matcher matcher = ENTRY.matcher(upperLevel(entry));
      if (!matcher.matches()) {
        throw new InvalidRequestException(field, text, FORMS);
      }
      String name = matcher.group(1);
      if (name == null || name.equalsIgnoreCase(Logger.ROOT_LOGGER_NAME)) {
        root = matcher.group(2);
      } else {
        named.put(name, matcher.group(2));
      }
    }
    return new LogLevels(root, named);
  }

  private static String upperLevel(String entry) {
    int level = entry.indexOf('=') + 1;
    return entry.substring(0, level) + entry.substring(level).toUpperCase(Locale.ROOT);
  }

  /** Logs at these levels from now on. */
  public void apply() {
    LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
    context.getLogger(Logger.ROOT_LOGGER_NAME).setLevel(levelOf(Logger.ROOT_LOGGER_NAME, root));
    if (isTrace()) {
      context.getLogger(OWN).setLevel(Level.TRACE);
    }
    named.forEach((name, level) -> context.getLogger(name).setLevel(levelOf(name, level)));
  }

  private boolean isTrace() {
    return root.equals(Level.TRACE.levelStr);
  }

  private static Level levelOf(String name, String level) {
    boolean isOwn = name.equals(OWN) || name.startsWith(OWN + ".");
    return isOwn || !level.equals(Level.TRACE.levelStr) ? Level.valueOf(level) : Level.DEBUG;
  }

  /** Logs at these levels instead of the ones before. */
  public void applyInsteadOf(LogLevels before) {
    LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
    before.named.keySet().forEach(name -> context.getLogger(name).setLevel(null));
    if (before.isTrace()) {
      context.getLogger(OWN).setLevel(null);
    }
    apply();
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(root);
    named.entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .forEach(
            entry -> text.append(", ").append(entry.getKey()).append('=').append(entry.getValue()));
    return text.toString();
  }
}
