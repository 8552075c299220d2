package io.duetime.redis.internal.record;

import io.duetime.engine.server.AuditEntry;
import io.duetime.engine.server.AuditEvent;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Encodes events and decodes entries of the audit log. */
public final class AuditCodec {
  private static final int PARTS = 5;

  private AuditCodec() {}

  /** Encodes an event; a missing queue or id is an empty text. */
  public static byte[] write(AuditEvent event) {
    Map<String, Object> details = new HashMap<>();
    event.details().forEach((name, value) -> details.put(name, utf8(value)));
    return MessagePackWriter.pack(
        List.of(
            utf8(event.actor()),
            utf8(event.action()),
            utf8(event.queue()),
            utf8(event.id()),
            details));
  }

  private static byte[] utf8(@Nullable String text) {
    return text == null ? new byte[0] : text.getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Decodes {@code number moment event}.
   *
   * @throws DamagedRecordException if it is none
   */
  public static AuditEntry read(byte[] entry) {
    return RecordCodec.understood(() -> {
      int number = space(entry, 0);
      int moment = space(entry, number + 1);
      return new AuditEntry(
          Long.parseLong(text(Arrays.copyOf(entry, number))),
          Long.parseLong(text(Arrays.copyOfRange(entry, number + 1, moment))),
          event(Arrays.copyOfRange(entry, moment + 1, entry.length)));
    });
  }

  private static int space(byte[] entry, int from) {
    for (int i = from; i < entry.length; i++) {
      if (entry[i] == ' ') {
        return i;
      }
    }
    throw new DamagedRecordException("an entry without a number and a moment");
  }

  private static AuditEvent event(byte[] packed) {
    if (MessagePack.read(new Bytes(packed)) instanceof List<?> parts
        && parts.size() == PARTS
        && parts.get(PARTS - 1) instanceof Map<?, ?> details) {
      Map<String, String> texts = new HashMap<>();
      details.forEach((name, value) -> texts.put(String.valueOf(name), text(value)));
      return new AuditEvent(
          text(parts.get(0)),
          text(parts.get(1)),
          ifGiven(parts.get(2)),
          ifGiven(parts.get(3)),
          texts);
    }
    throw new DamagedRecordException("an event that has not five parts");
  }

  private static String text(@Nullable Object part) {
    if (part instanceof byte[] bytes) {
      return new String(bytes, StandardCharsets.UTF_8);
    }
    throw new DamagedRecordException("a part of an event that is no text");
  }

  private static @Nullable String ifGiven(@Nullable Object part) {
    String text = text(part);
    return text.isEmpty() ? null : text;
  }
}
