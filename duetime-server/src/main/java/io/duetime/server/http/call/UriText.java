package io.duetime.server.http.call;

import io.duetime.InvalidRequestException;
import io.netty.handler.codec.http.QueryStringDecoder;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
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
    return Stream.of(raw).map(segment -> decoded("path", segment, "%2B")).toList();
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
      if (!pair.isEmpty()) {
        String[] parts = pair.split("=", 2);
        values
            .computeIfAbsent(decoded("query", parts[0], "%20"), first -> new ArrayList<>(1))
            .add(parts.length == 1 ? "" : decoded("query", parts[1], "%20"));
      }
    }
    return values;
  }

  private static String decoded(String field, String raw, String plus) {
    if (raw.chars().allMatch(c -> c < 0x80 && c != '%' && c != '+')) {
      return raw;
    }
    // One letter a byte, as decoders replace malformed UTF-8 where it must be refused.
    String bytes = new String(raw.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    try {
      String decoded =
          QueryStringDecoder.decodeComponent(bytes.replace("+", plus), StandardCharsets.ISO_8859_1);
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(decoded.getBytes(StandardCharsets.ISO_8859_1)))
          .toString();
    } catch (IllegalArgumentException | CharacterCodingException malformed) {
      throw new InvalidRequestException(field, raw, "percent-encoded UTF-8");
    }
  }
}
