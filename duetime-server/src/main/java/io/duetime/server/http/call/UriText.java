package io.duetime.server.http.call;

import io.duetime.InvalidRequestException;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Parses paths and queries. A path is split before it is decoded, so that an encoded slash belongs
 * to its segment; dots have no special meaning.
 */
public final class UriText {
  private UriText() {}

  /** The decoded segments of a path that begins with a slash. */
  public static List<String> segments(String path) {
    String[] raw = path.startsWith("/") ? path.substring(1).split("/", -1) : new String[] {path};
    return Arrays.stream(raw).map(segment -> decoded("path", segment, false)).toList();
  }

  /**
   * The decoded values of a query by name, in order; a name without {@code =} has an empty value.
   */
  public static Map<String, List<String>> query(@Nullable String query) {
    Map<String, List<String>> values = new LinkedHashMap<>();
    if (query == null || query.isEmpty()) {
      return values;
    }
    for (String pair : query.split("&", -1)) {
      int equals = pair.indexOf('=');
      String name = equals < 0 ? pair : pair.substring(0, equals);
      String value = equals < 0 ? "" : pair.substring(equals + 1);
      if (!pair.isEmpty()) {
        values
            .computeIfAbsent(decoded("query", name, true), first -> new ArrayList<>(1))
            .add(decoded("query", value, true));
      }
    }
    return values;
  }

  private static String decoded(String field, String raw, boolean plusIsSpace) {
    if (raw.indexOf('%') < 0 && raw.indexOf('+') < 0 && isAscii(raw)) {
      return raw;
    }
    byte[] bytes = raw.getBytes(StandardCharsets.UTF_8);
    ByteArrayOutputStream decoded = new ByteArrayOutputStream(bytes.length);
    for (int i = 0; i < bytes.length; i++) {
      if (bytes[i] == '%') {
        decoded.write(hexPair(field, raw, bytes, i));
        i += 2;
      } else {
        decoded.write(plusIsSpace && bytes[i] == '+' ? ' ' : bytes[i]);
      }
    }
    return utf8(field, raw, decoded.toByteArray());
  }

  private static boolean isAscii(String raw) {
    return raw.chars().allMatch(c -> c < 0x80);
  }

  private static int hexPair(String field, String raw, byte[] bytes, int at) {
    int high = at + 2 < bytes.length ? Character.digit(bytes[at + 1], 16) : -1;
    int low = at + 2 < bytes.length ? Character.digit(bytes[at + 2], 16) : -1;
    if (high < 0 || low < 0) {
      throw new InvalidRequestException(field, raw, "percent-encoded UTF-8");
    }
    return high * 16 + low;
  }

  private static String utf8(String field, String raw, byte[] bytes) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException malformed) {
      throw new InvalidRequestException(field, raw, "percent-encoded UTF-8");
    }
  }
}
