package io.duetime.redis.internal.record;

import io.duetime.HandOverRoute;
import io.duetime.Limits;
import io.duetime.QueueSettings;
import io.duetime.QueueSettings.Rate;
import io.duetime.RetryPolicy;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Encodes the settings of a queue as lines of {@code name=value}, without empty values. */
public final class QueueSettingsCodec {
  /** The largest number of scripts, which means for ever. */
  private static final long FOR_EVER = (1L << 53) - 1;

  private static final String VERSION = "1";

  private QueueSettingsCodec() {}

  /** All settings, for clients. */
  public static String write(QueueSettings settings) {
    Map<String, String> fields = new LinkedHashMap<>();
    fields.put("version", VERSION);
    putShared(fields, settings, Long.MAX_VALUE);
    putUnless(fields, "shards", settings.shards(), 1);
    putUnless(fields, "lease", settings.defaultLease().toMillis(), Limits.DEFAULT_LEASE.toMillis());
    settings.handOver().ifPresent(target -> fields.put("handOver", target.toString()));
    StringBuilder text = new StringBuilder();
    fields.forEach(
        (name, value) -> text.append(name).append('=').append(escaped(value)).append('\n'));
    return text.toString();
  }

  /** The settings that scripts need, by name. */
  public static Map<String, String> forScripts(QueueSettings settings) {
    Map<String, String> fields = new LinkedHashMap<>();
    putShared(fields, settings, FOR_EVER);
    return fields;
  }

  private static void putShared(
      Map<String, String> fields, QueueSettings settings, long mostPause) {
    putUnless(fields, "pausedUntil", Math.min(settings.pausedUntilMillis(), mostPause), 0);
    putUnless(fields, "maxRunning", settings.maxRunning(), 0);
    settings.rate().ifPresent(rate -> putRate(fields, rate));
    putUnless(fields, "retention", settings.retention().toMillis(), 0);
    putUnless(fields, "deadRetention", settings.deadRetention().toMillis(), 0);
    putUnless(fields, "maxDead", Math.min(settings.maxDead(), mostPause), 0);
    putUnless(fields, "maxWaiting", settings.maxWaiting(), 0);
    putUnless(fields, "maxAhead", settings.maxAhead().toMillis(), 0);
    putUnless(fields, "priority", settings.defaultPriority(), Limits.DEFAULT_PRIORITY);
    if (!settings.defaultRetry().equals(RetryPolicy.DEFAULT)) {
      fields.put("retry", settings.defaultRetry().toString());
    }
    settings.deadCopyTo().ifPresent(queue -> fields.put("deadCopyTo", queue));
  }

  private static void putRate(Map<String, String> fields, Rate rate) {
    putUnless(fields, "permits", rate.permits(), 0);
    putUnless(fields, "per", rate.per().toMillis(), 0);
    putUnless(fields, "burst", rate.burst(), 0);
  }

  private static void putUnless(
      Map<String, String> fields, String name, long value, long sayingNothing) {
    if (value != sayingNothing) {
      fields.put(name, String.valueOf(value));
    }
  }

  /**
   * Reads what {@link #write} wrote; ignores what a newer version has added.
   *
   * @throws DamagedRecordException if it cannot be read
   */
  public static QueueSettings read(String text) {
    return RecordCodec.understood(() -> read(fields(text)));
  }

  private static Map<String, String> fields(String text) {
    Map<String, String> fields = new LinkedHashMap<>();
    text.lines()
        .forEach(line -> {
          int equals = line.indexOf('=');
          fields.put(line.substring(0, equals), unescaped(line.substring(equals + 1)));
        });
    return fields;
  }

  private static QueueSettings read(Map<String, String> fields) {
    if (!VERSION.equals(fields.get("version"))) {
      throw new DamagedRecordException("settings of version " + fields.get("version"));
    }
    QueueSettings usual = QueueSettings.DEFAULT;
    String retry = fields.get("retry");
    return QueueSettings.builder()
        .pausedUntilMillis(number(fields, "pausedUntil", 0))
        .maxRunning((int) number(fields, "maxRunning", 0))
        .rate(rate(fields))
        .shards((int) number(fields, "shards", 1))
        .retention(Duration.ofMillis(number(fields, "retention", 0)))
        .deadRetention(Duration.ofMillis(number(fields, "deadRetention", 0)))
        .maxDead(number(fields, "maxDead", 0))
        .maxWaiting(number(fields, "maxWaiting", 0))
        .maxAhead(Duration.ofMillis(number(fields, "maxAhead", 0)))
        .defaultPriority(number(fields, "priority", usual.defaultPriority()))
        .defaultRetry(retry == null ? usual.defaultRetry() : RetryPolicies.parse(retry))
        .defaultLease(Duration.ofMillis(number(fields, "lease", usual.defaultLease().toMillis())))
        .deadCopyTo(fields.get("deadCopyTo"))
        .handOver(route(fields.get("handOver")))
        .build();
  }

  private static @Nullable HandOverRoute route(@Nullable String text) {
    return text == null ? null : HandOverRoute.parse(text);
  }

  private static @Nullable Rate rate(Map<String, String> fields) {
    return fields.containsKey("permits")
        ? new Rate(
            (int) number(fields, "permits", 0),
            Duration.ofMillis(number(fields, "per", 0)),
            (int) number(fields, "burst", 0))
        : null;
  }

  private static long number(Map<String, String> fields, String name, long usual) {
    String text = fields.get(name);
    return text == null ? usual : Long.parseLong(text);
  }

  private static String escaped(String value) {
    return value.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r");
  }

  private static String unescaped(String value) {
    StringBuilder plain = new StringBuilder(value.length());
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c == '\\' && i + 1 < value.length()) {
        i++;
        plain.append(
            switch (value.charAt(i)) {
              case 'n' -> '\n';
              case 'r' -> '\r';
              default -> value.charAt(i);
            });
      } else {
        plain.append(c);
      }
    }
    return plain.toString();
  }
}
