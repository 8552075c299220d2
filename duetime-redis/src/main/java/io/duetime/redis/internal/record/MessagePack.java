package io.duetime.redis.internal.record;

import io.duetime.redis.internal.record.Bytes.RecordWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Decodes MessagePack of scripts: nil, booleans, whole numbers as {@link Long}, others as {@link
 * Double}, texts and binaries alike as byte arrays, lists, and maps with texts as keys. Encodes the
 * same for scripts, except nil, booleans and other numbers.
 */
public final class MessagePack {
  private static final int DEEPEST = 16;
  private static final int FEW = 16;

  private MessagePack() {}

  /** Reads the one value that the bytes hold. */
  public static @Nullable Object read(byte[] bytes) {
    return read(new Bytes(bytes));
  }

  static @Nullable Object read(Bytes from) {
    return value(from, DEEPEST);
  }

  private static @Nullable Object value(Bytes from, int depth) {
    if (depth == 0) {
      throw new DamagedRecordException("values nested too deeply");
    }
    int type = from.u8();
    if (type < 0x80) {
      return (long) type;
    }
    if (type < 0x90) {
      return map(from, type & 0xf, depth);
    }
    if (type < 0xa0) {
      return list(from, type & 0xf, depth);
    }
    if (type < 0xc0) {
      return from.raw(type & 0x1f);
    }
    return type >= 0xe0 ? (Object) (long) (byte) type : other(from, type, depth);
  }

  private static @Nullable Object other(Bytes from, int type, int depth) {
    return switch (type) {
      case 0xc0 -> null;
      case 0xc2 -> false;
      case 0xc3 -> true;
      case 0xc4, 0xd9 -> from.raw(from.u8());
      case 0xc5, 0xda -> from.raw(from.u16());
      case 0xc6, 0xdb -> from.raw(size(from, from.u32()));
      case 0xca -> (double) Float.intBitsToFloat((int) from.u32());
      case 0xcb -> Double.longBitsToDouble(from.i64());
      case 0xcc -> (long) from.u8();
      case 0xcd -> (long) from.u16();
      case 0xce -> from.u32();
      case 0xcf, 0xd3 -> from.i64();
      case 0xd0 -> (long) (byte) from.u8();
      case 0xd1 -> (long) (short) from.u16();
      case 0xd2 -> (long) (int) from.u32();
      case 0xdc -> list(from, from.u16(), depth);
      case 0xdd -> list(from, size(from, from.u32()), depth);
      case 0xde -> map(from, from.u16(), depth);
      case 0xdf -> map(from, size(from, from.u32()), depth);
      default -> throw new DamagedRecordException("no value begins with " + type);
    };
  }

  // Every counted item has at least one byte: a larger count is damaged.
  private static int size(Bytes from, long count) {
    if (count > from.left()) {
      throw new DamagedRecordException(count + " of something in " + from.left() + " bytes");
    }
    return (int) count;
  }

  private static List<@Nullable Object> list(Bytes from, int count, int depth) {
    List<@Nullable Object> list = new ArrayList<>(size(from, count));
    for (int i = 0; i < count; i++) {
      list.add(value(from, depth - 1));
    }
    return list;
  }

  private static Map<String, @Nullable Object> map(Bytes from, int count, int depth) {
    Map<String, @Nullable Object> map = new HashMap<>();
    for (int i = 0; i < count; i++) {
      map.put(text(value(from, depth - 1)), value(from, depth - 1));
    }
    return map;
  }

  static Map<?, ?> map(@Nullable Object value) {
    if (value instanceof Map<?, ?> map) {
      return map;
    }
    throw new DamagedRecordException("a map was expected");
  }

  /** A list; empty if there is none. */
  public static List<?> list(@Nullable Object value) {
    if (value == null) {
      return List.of();
    }
    if (value instanceof List<?> list) {
      return list;
    }
    throw new DamagedRecordException("a list was expected");
  }

  static long number(@Nullable Object value) {
    if (value instanceof Number number) {
      return number.longValue();
    }
    throw new DamagedRecordException("a number was expected");
  }

  static long numberOr0(@Nullable Object value) {
    return value == null ? 0 : number(value);
  }

  public static String text(@Nullable Object value) {
    return new String(bytes(value), StandardCharsets.UTF_8);
  }

  public static byte[] bytes(@Nullable Object value) {
    if (value instanceof byte[] bytes) {
      return bytes;
    }
    throw new DamagedRecordException("a text was expected");
  }

  public static byte[] pack(Object value) {
    RecordWriter to = new RecordWriter(64);
    write(to, value);
    return to.toBytes();
  }

  private static void write(RecordWriter to, Object value) {
    if (value instanceof Long number) {
      to.u8(0xd3).i64(number);
    } else if (value instanceof byte[] bytes) {
      to.u8(0xdb).u32(bytes.length).raw(bytes);
    } else if (value instanceof List<?> list) {
      to.u8(0xdd).u32(list.size());
      list.forEach(one -> write(to, one));
    } else if (value instanceof Map<?, ?> map && map.size() < FEW) {
      to.u8(0x80 | map.size());
      map.forEach((key, one) -> {
        write(to, String.valueOf(key).getBytes(StandardCharsets.UTF_8));
        write(to, one);
      });
    } else {
      throw new IllegalArgumentException("no way to pack a " + value.getClass().getName());
    }
  }
}
