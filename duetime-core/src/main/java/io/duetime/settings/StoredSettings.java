package io.duetime.settings;

import io.duetime.HandOverRoute;
import io.duetime.InvalidRequestException;
import io.duetime.QueueSettings;
import io.duetime.QueueSettings.Rate;
import io.duetime.RetryPolicy;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a queue as texts by name, the form that all stores and exports keep: without what
 * equals the default, times in milliseconds, and without the version.
 */
public final class StoredSettings {
  private static final String PERMITS = "permits";
  private static final String PER = "per";
  private static final String BURST = "burst";

  private StoredSettings() {}

  /** The names of the texts of a setting. */
  public static List<String> keys(QueueSetting setting) {
    return setting.kind() == QueueSetting.Kind.RATE
        ? List.of(PERMITS, PER, BURST)
        : List.of(setting.key());
  }

  public static List<String> keys() {
    return Arrays.stream(QueueSetting.values()).flatMap(setting -> keys(setting).stream()).toList();
  }

  public static Map<String, String> write(QueueSettings settings) {
    Map<String, String> texts = new LinkedHashMap<>();
    for (QueueSetting setting : QueueSetting.values()) {
      Object value = setting.of(settings);
      if (value instanceof Rate rate) {
        texts.put(PERMITS, String.valueOf(rate.permits()));
        texts.put(PER, String.valueOf(rate.per().toMillis()));
        texts.put(BURST, String.valueOf(rate.burst()));
      } else if (value != null && !Objects.equals(value, setting.of(QueueSettings.DEFAULT))) {
        texts.put(setting.key(), text(value));
      }
    }
    return texts;
  }

  private static String text(Object value) {
    return value instanceof Duration duration
        ? String.valueOf(duration.toMillis())
        : value.toString();
  }

  /**
   * Reads what {@link #write} wrote; ignores other names.
   *
   * @throws InvalidRequestException if a text does not say an allowed value
   */
  public static QueueSettings read(Map<String, String> texts) {
    QueueSettings.Builder settings = QueueSettings.builder();
    for (QueueSetting setting : QueueSetting.values()) {
      if (texts.containsKey(keys(setting).get(0))) {
        setting.set(settings, value(setting, texts));
      }
    }
    return settings.build();
  }

  private static Object value(QueueSetting setting, Map<String, String> texts) {
    String text = texts.getOrDefault(setting.key(), "");
    return switch (setting.kind()) {
      case PAUSE, COUNT -> number(texts, setting.key());
      case DURATION -> Duration.ofMillis(number(texts, setting.key()));
      case TEXT -> text;
      case RATE -> rate(texts);
      case RETRY -> RetryPolicy.parse(text);
      case ROUTE -> HandOverRoute.parse(text);
    };
  }

  private static Rate rate(Map<String, String> texts) {
    return new Rate(
        count(texts, PERMITS), Duration.ofMillis(number(texts, PER)), count(texts, BURST));
  }

  private static int count(Map<String, String> texts, String key) {
    return (int) Math.min(Integer.MAX_VALUE, number(texts, key));
  }

  private static long number(Map<String, String> texts, String key) {
    @Nullable String text = texts.get(key);
    try {
      return Long.parseLong(String.valueOf(text));
    } catch (NumberFormatException none) {
      throw new InvalidRequestException(key, text, "a whole number");
    }
  }
}
