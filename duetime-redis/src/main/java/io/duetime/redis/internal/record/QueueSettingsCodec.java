package io.duetime.redis.internal.record;

import io.duetime.QueueSettings;
import io.duetime.settings.QueueSetting;
import io.duetime.settings.StoredSettings;
import java.util.LinkedHashMap;
import java.util.Map;

/** Encodes the settings of a queue as lines of {@code name=value}, without empty values. */
public final class QueueSettingsCodec {
  /** The largest number of scripts, which means for ever. */
  private static final long FOR_EVER = (1L << 53) - 1;

  private static final String VERSION = "1";

  private QueueSettingsCodec() {}

  /** All settings, for clients. */
  public static String write(QueueSettings settings) {
    StringBuilder text = new StringBuilder("version=" + VERSION + '\n');
    StoredSettings.write(settings)
        .forEach(
            (name, value) -> text.append(name).append('=').append(escaped(value)).append('\n'));
    return text.toString();
  }

  /** The settings that scripts need, by name: all but where jobs are handed over to. */
  public static Map<String, String> forScripts(QueueSettings settings) {
    Map<String, String> fields = StoredSettings.write(settings);
    fields.remove(QueueSetting.HAND_OVER.key());
    for (QueueSetting setting : QueueSetting.values()) {
      if (setting.of(settings) instanceof Long number && number > FOR_EVER) {
        fields.put(setting.key(), String.valueOf(FOR_EVER));
      }
    }
    return fields;
  }

  /**
   * Reads what {@link #write} wrote; ignores what a newer version has added.
   *
   * @throws DamagedRecordException if it cannot be read
   */
  public static QueueSettings read(String text) {
    return DamagedRecordException.unless(() -> read(fields(text)));
  }

  private static Map<String, String> fields(String text) {
    Map<String, String> fields = new LinkedHashMap<>();
    text.lines()
        .forEach(line -> {
          int equals = line.indexOf('=');
          fields.put(line.substring(0, equals), line.substring(equals + 1).translateEscapes());
        });
    return fields;
  }

  private static QueueSettings read(Map<String, String> fields) {
    if (!VERSION.equals(fields.get("version"))) {
      throw new DamagedRecordException("settings of version " + fields.get("version"));
    }
    return StoredSettings.read(fields);
  }

  private static String escaped(String value) {
    return value.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r");
  }
}
