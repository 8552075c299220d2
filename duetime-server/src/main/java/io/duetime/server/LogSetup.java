package io.duetime.server;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ConfiguratorRank;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.encoder.Encoder;
import ch.qos.logback.core.encoder.EncoderBase;
import ch.qos.logback.core.spi.ContextAwareBase;
import ch.qos.logback.core.status.NopStatusListener;
import io.duetime.InvalidRequestException;
import io.duetime.server.json.JsonTrees;
import io.duetime.text.PrintableText;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.LoggerFactory;

/**
 * Logs warnings and errors to standard error, unless {@code -Dlogback.configurationFile} names a
 * configuration. Written in code because reading XML takes a fifth of a server's start.
 */
@ConfiguratorRank(ConfiguratorRank.FALLBACK + 5)
public final class LogSetup extends ContextAwareBase implements Configurator {
  private static final String APPENDER = "STDERR";
  private static final String PATTERN =
      "%d{yyyy-MM-dd'T'HH:mm:ss.SSSXXX, UTC} %-5level %logger{0} - "
          // A line end in a message must not begin a line that reads as another event.
          + "%replace(%msg){'\\r?\\n', '\\\\u000A'}%n%ex{12}";

  /** Called by logback, which finds this class as a service. */
  public LogSetup() {}

  /**
   * Writes the log in this form from now on. Changes nothing where another configuration of logback
   * is in use.
   */
  public static void use(LogFormat format) {
    LoggerContext logging = (LoggerContext) LoggerFactory.getILoggerFactory();
    Logger root = logging.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    if (root.getAppender(APPENDER) instanceof ConsoleAppender<ILoggingEvent> errors) {
      errors.setEncoder(encoder(logging, format));
    }
  }

  @Override
  public ExecutionStatus configure(LoggerContext logging) {
    logging.getStatusManager().add(new NopStatusListener());
    ConsoleAppender<ILoggingEvent> errors = new ConsoleAppender<>();
    errors.setContext(logging);
    errors.setName(APPENDER);
    errors.setTarget("System.err");
    errors.setEncoder(encoder(logging, LogFormat.TEXT));
    errors.start();
    Logger root = logging.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    root.setLevel(Level.WARN);
    root.addAppender(errors);
    // At INFO it writes all its settings whenever a target is opened.
    logging.getLogger("org.apache.kafka").setLevel(Level.WARN);
    return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
  }

  /** Lines without the control characters of texts that others have written. */
  private static final class PrintableLines extends PatternLayoutEncoder {
    @Override
    public byte[] encode(ILoggingEvent event) {
      return PrintableText.lines(getLayout().doLayout(event)).getBytes(StandardCharsets.UTF_8);
    }
  }

  static Encoder<ILoggingEvent> encoder(LoggerContext logging, LogFormat format) {
    Encoder<ILoggingEvent> encoder =
        format == LogFormat.JSON ? new JsonLogEncoder() : new PrintableLines();
    if (encoder instanceof PatternLayoutEncoder lines) {
      lines.setPattern(PATTERN);
    }
    encoder.setContext(logging);
    encoder.start();
    return encoder;
  }

  /** The form of the log on standard error. */
  public enum LogFormat {
    /** {@link #TEXT} on a terminal, otherwise {@link #JSON}. */
    AUTO,
    /** A line for readers. */
    TEXT,
    /** A JSON object on each line. */
    JSON
  }

  /** Writes each event of the log as a JSON object on a line. */
  static final class JsonLogEncoder extends EncoderBase<ILoggingEvent> {
    private static final byte[] NONE = {};

    @Override
    public byte[] headerBytes() {
      return NONE;
    }

    @Override
    public byte[] encode(ILoggingEvent event) {
      Map<String, String> fields = new LinkedHashMap<>();
      fields.put("time", event.getInstant().toString());
      fields.put("level", event.getLevel().toString());
      fields.put("logger", event.getLoggerName());
      fields.put("thread", event.getThreadName());
      fields.put("message", event.getFormattedMessage());
      IThrowableProxy error = event.getThrowableProxy();
      if (error != null) {
        fields.put("error", ThrowableProxyUtil.asString(error));
      }
      String line = PrintableText.lines(JsonTrees.MAPPER.writeValueAsString(fields)) + "\n";
      return line.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public byte[] footerBytes() {
      return NONE;
    }
  }

  /**
   * The levels of the log: one for all loggers, and others for named ones and those below them.
   * TRACE applies to Duetime's own loggers alone, as libraries write payloads and passwords at it;
   * theirs are at most at DEBUG.
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
          .forEach(entry ->
              text.append(", ").append(entry.getKey()).append('=').append(entry.getValue()));
      return text.toString();
    }
  }
}
