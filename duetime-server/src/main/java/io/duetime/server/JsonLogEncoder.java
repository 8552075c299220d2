package io.duetime.server;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.encoder.EncoderBase;
import io.duetime.internal.text.PrintableText;
import io.duetime.server.json.StrictJson;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** Writes each event of the log as a JSON object on a line. */
final class JsonLogEncoder extends EncoderBase<ILoggingEvent> {
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
