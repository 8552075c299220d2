package io.duetime.embedded.internal.record;

import io.duetime.QueueSettings;
import io.duetime.internal.settings.StoredSettings;
import java.util.HashMap;
import java.util.Map;

/** Encodes the settings of a queue as bytes. */
final class BinarySettingsCodec {
  private BinarySettingsCodec() {}

  static void write(ByteWriter to, QueueSettings settings) {
    Map<String, String> texts = StoredSettings.write(settings);
    to.varint(settings.version().orElse(0));
    to.varint(texts.size());
    texts.forEach((key, text) -> {
      to.text(key);
      to.text(text);
    });
  }

  static QueueSettings read(ByteReader from) {
    long version = from.varint();
    int count = from.count();
    Map<String, String> texts = new HashMap<>();
    for (int i = 0; i < count; i++) {
      texts.put(from.text(), from.text());
    }
    return StoredSettings.read(texts).toBuilder().version(version).build();
  }
}
