package io.duetime.wire;

import io.duetime.InvalidRequestException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.util.JsonRecyclerPools;

/**
 * Parses untrusted JSON: only UTF-8, one complete value, each name once, at most 500 levels deep.
 *
 * <p>The value of {@code payload} is never rewritten: its bytes are kept as they are.
 */
public final class StrictJson {
  /** Parses at most 500 levels; several values that it writes are lines. */
  public static final JsonFactory FACTORY =
      JsonFactory.builder()
          .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
          // The default is a queue that all threads share.
          .recyclerPool(JsonRecyclerPools.threadLocalPool())
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(500)
                  // The bytes of a call are limited already.
                  .maxStringLength(Integer.MAX_VALUE)
                  .build())
          .rootValueSeparator("\n")
          .build();

  private static final String PAYLOAD = "payload";

  /** The first byte of a byte order mark in UTF-8; no JSON begins with it. */
  private static final byte BYTE_ORDER_MARK = (byte) 0xEF;

  private StrictJson() {}

  /**
   * One JSON object.
   *
   * @param values its values by name, without {@code payload}: texts, numbers, flags, lists, maps
   *     or null
   * @param payload the unchanged bytes of the value of {@code payload}, or null without one
   */
  @SuppressWarnings("ArrayRecordComponent") // handed on, never compared
  public record JsonObject(Map<String, @Nullable Object> values, byte @Nullable [] payload) {}

  /** Parses bytes that must be one JSON object and nothing else. */
  public static JsonObject object(byte[] bytes) {
    requireUtf8(bytes);
    try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), bytes)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw malformed("not an object", "one JSON object");
      }
      JsonObject object = members(parser, bytes);
      requireEnd(parser);
      return object;
    } catch (JacksonException broken) {
      throw malformed(describe(broken), "one JSON object");
    }
  }

  /**
   * Parses an object, {@code payload} as any other member.
   *
   * @throws JacksonException if it is not JSON
   * @throws NoSuchElementException if it is no object
   */
  @SuppressWarnings("unchecked")
  public static Map<String, @Nullable Object> tree(byte[] bytes) {
    try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), bytes)) {
      if (parser.nextToken() == JsonToken.START_OBJECT) {
        return (Map<String, @Nullable Object>) Objects.requireNonNull(value(parser));
      }
      throw new NoSuchElementException("not a JSON object");
    }
  }

  /** The string of the bytes of a JSON string. */
  static String string(byte[] json) {
    try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), json)) {
      parser.nextToken();
      return parser.getString();
    }
  }

  /** Splits a JSON array into the bytes of its elements; refuses more than {@code max}. */
  public static List<byte[]> elements(byte[] bytes, int max) {
    requireUtf8(bytes);
    try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), bytes)) {
      if (parser.nextToken() != JsonToken.START_ARRAY) {
        throw malformed("not an array", "a JSON array");
      }
      List<byte[]> elements = new ArrayList<>();
      while (parser.nextToken() != JsonToken.END_ARRAY) {
        if (elements.size() == max) {
          throw malformed("an array of more elements", "at most " + max + " in one call");
        }
        elements.add(cutOut(parser, bytes));
      }
      requireEnd(parser);
      return elements;
    } catch (JacksonException broken) {
      throw malformed(describe(broken), "a JSON array");
    }
  }

  /** Whether the first byte after white space opens an array. */
  public static boolean looksLikeArray(byte[] bytes) {
    for (byte b : bytes) {
      if (b != ' ' && b != '\t' && b != '\r' && b != '\n') {
        return b == '[';
      }
    }
    return false;
  }

  /** Whether the bytes are one JSON value, which can be embedded in other JSON. */
  public static boolean isOneValue(byte[] bytes) {
    if (!isUtf8(bytes)) {
      return false;
    }
    try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), bytes)) {
      if (parser.nextToken() == null) {
        return false;
      }
      parser.skipChildren();
      parser.finishToken();
      return parser.nextToken() == null;
    } catch (JacksonException broken) {
      return false;
    }
  }

  /** The text of bytes in UTF-8, or null when they are not UTF-8. */
  public static @Nullable String utf8(byte[] bytes) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException notUtf8) {
      return null;
    }
  }

  private static JsonObject members(JsonParser parser, byte[] bytes) {
    Map<String, @Nullable Object> values = new LinkedHashMap<>();
    byte[] payload = null;
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = parser.currentName();
      parser.nextToken();
      boolean twice;
      if (name.equals(PAYLOAD)) {
        twice = payload != null;
        payload = cutOut(parser, bytes);
      } else {
        twice = values.containsKey(name);
        values.put(name, value(parser));
      }
      if (twice) {
        throw malformed("'" + name + "' given twice", "each name once");
      }
    }
    return new JsonObject(values, payload);
  }

  /** The value at a token; refuses an object that has a name twice. */
  private static @Nullable Object value(JsonParser parser) {
    return switch (parser.currentToken()) {
      case START_OBJECT -> {
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
          String name = parser.currentName();
          if (members.containsKey(name)) {
            throw new StreamReadException(parser, "given twice", parser.currentTokenLocation());
          }
          parser.nextToken();
          members.put(name, value(parser));
        }
        yield members;
      }
      case START_ARRAY -> {
        List<@Nullable Object> elements = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
          elements.add(value(parser));
        }
        yield elements;
      }
      case VALUE_STRING -> parser.getString();
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> parser.getNumberValue();
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      default -> null;
    };
  }

  private static byte[] cutOut(JsonParser parser, byte[] bytes) {
    int from = (int) parser.currentTokenLocation().getByteOffset();
    parser.skipChildren();
    parser.finishToken();
    int to = (int) parser.currentLocation().getByteOffset();
    return Arrays.copyOfRange(bytes, from, to);
  }

  /** Whether the parser will detect UTF-8, too, and count columns from the first byte. */
  private static boolean isUtf8(byte[] bytes) {
    for (int i = 0; i < Math.min(4, bytes.length); i++) {
      if (bytes[i] == 0 || bytes[i] == BYTE_ORDER_MARK) {
        return false;
      }
    }
    return isAscii(bytes) || utf8(bytes) != null;
  }

  private static boolean isAscii(byte[] bytes) {
    for (byte b : bytes) {
      if (b < 0) {
        return false;
      }
    }
    return true;
  }

  private static void requireUtf8(byte[] bytes) {
    if (!isUtf8(bytes)) {
      throw malformed("not UTF-8", "JSON in UTF-8");
    }
  }

  private static void requireEnd(JsonParser parser) {
    if (parser.nextToken() != null) {
      throw malformed("followed by something else", "one JSON value");
    }
  }

  private static InvalidRequestException malformed(String what, String allowed) {
    return new InvalidRequestException("body", what, allowed);
  }

  // Only the position: the parser's message quotes the body, which may be a payload.
  private static String describe(JacksonException broken) {
    var location = broken.getLocation();
    return location == null
        ? "not JSON"
        : "not JSON at line %d, column %d".formatted(location.getLineNr(), location.getColumnNr());
  }
}
