package io.duetime.redis.internal.record;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/**
 * Encodes values for scripts as MessagePack: whole numbers, binaries, lists, and maps with texts as
 * keys.
 */
final class MessagePackWriter {
  private static final int FEW = 16;

  private final RecordWriter to = new RecordWriter(64);

  private MessagePackWriter() {}

  static byte[] pack(Object value) {
    MessagePackWriter writer = new MessagePackWriter();
    writer.value(value);
    return writer.to.toBytes();
  }

  private void value(Object value) {
    if (value instanceof Long number) {
      to.u8(0xd3).i64(number);
    } else if (value instanceof byte[] bytes) {
      bytes(bytes);
    } else if (value instanceof List<?> list) {
      list(list);
    } else if (value instanceof Map<?, ?> map) {
      map(map);
    } else {
      throw new IllegalArgumentException("no way to pack a " + value.getClass().getName());
    }
  }

  private void bytes(byte[] bytes) {
    to.u8(0xdb).u32(bytes.length).raw(bytes);
  }

  private void list(List<?> list) {
    to.u8(0xdd).u32(list.size());
    list.forEach(this::value);
  }

  private void map(Map<?, ?> map) {
    if (map.size() >= FEW) {
      throw new IllegalArgumentException("a map of " + map.size() + " values");
    }
    to.u8(0x80 | map.size());
    map.forEach((key, value) -> {
      bytes(String.valueOf(key).getBytes(StandardCharsets.UTF_8));
      value(value);
    });
  }
}
