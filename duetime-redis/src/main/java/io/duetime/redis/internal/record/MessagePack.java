package io.duetime.redis.internal.record;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Decodes MessagePack of scripts: nil, booleans, whole numbers as {@link Long}, others as {@link
 * Double}, texts and binaries alike as byte arrays, lists, and maps with texts as keys.
 */
final class MessagePack {
  private static final int DEEPEST = 16;

  private final Bytes from;

  private MessagePack(Bytes from) {
    this.from = from;
  }

  /** Reads the one value that the bytes hold. */
  static @Nullable Object read(Bytes from) {
    return new MessagePack(from).value(DEEPEST);
  }

  private @Nullable Object value(int depth) {
    if (depth == 0) {
      throw new DamagedRecordException("values nested too deeply");
    }
    int type = from.u8();
    if (type < 0x80) {
      return (long) type;
    }
    if (type < 0x90) {
      return map(type & 0xf, depth);
    }
    if (type < 0xa0) {
      return list(type & 0xf, depth);
    }
    if (type < 0xc0) {
      return from.raw(type & 0x1f);
    }
    return type >= 0xe0 ? (Object) (long) (byte) type : other(type, depth);
  }

  private @Nullable Object other(int type, int depth) {
    return switch (type) {
      case 0xc0 -> null;
      case 0xc2 -> false;
      case 0xc3 -> true;
      case 0xc4, 0xd9 -> from.raw(from.u8());
      case 0xc5, 0xda -> from.raw(from.u16());
      case 0xc6, 0xdb -> from.raw(size(from.u32()));
      case 0xca -> (double) Float.intBitsToFloat((int) from.u32());
      case 0xcb -> Double.longBitsToDouble(from.i64());
      case 0xcc -> (long) from.u8();
      case 0xcd -> (long) from.u16();
      case 0xce -> from.u32();
      case 0xcf, 0xd3 -> from.i64();
      case 0xd0 -> (long) (byte) from.u8();
      case 0xd1 -> (long) (short) from.u16();
      case 0xd2 -> (long) (int) from.u32();
      case 0xdc -> list(from.u16(), depth);
      case 0xdd -> list(size(from.u32()), depth);
      case 0xde -> map(from.u16(), depth);
      case 0xdf -> map(size(from.u32()), depth);
      default -> throw new DamagedRecordException("no value begins with " + type);
    };
  }

  // Every counted item has at least one byte: a larger count is damaged.
  private int size(long count) {
    if (count > from.left()) {
      throw new DamagedRecordException(count + " of something in " + from.left() + " bytes");
    }
    return (int) count;
  }

  private List<@Nullable Object> list(int count, int depth) {
    List<@Nullable Object> list = new ArrayList<>(size(count));
    for (int i = 0; i < count; i++) {
      list.add(value(depth - 1));
    }
    return list;
  }

  private Map<String, @Nullable Object> map(int count, int depth) {
    Map<String, @Nullable Object> map = new HashMap<>();
    for (int i = 0; i < count; i++) {
      if (!(value(depth - 1) instanceof byte[] key)) {
        throw new DamagedRecordException("a key that is no text");
      }
      map.put(new String(key, java.nio.charset.StandardCharsets.UTF_8), value(depth - 1));
    }
    return map;
  }
}
