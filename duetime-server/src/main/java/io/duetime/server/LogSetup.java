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
import io.duetime.internal.text.PrintableText;
import io.duetime.server.json.StrictJson;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
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
      String line = PrintableText.lines(StrictJson.MAPPER.writeValueAsString(fields)) + "\n";
      return line.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public byte[] footerBytes() {
      return NONE;
    }
  }
}
