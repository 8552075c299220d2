package io.duetime.client.internal.json;

import io.duetime.engine.ClaimResult;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;

/**
 * A JSON object that a server sent. Members that the client does not know are ignored; a missing
 * one that it needs ends the reading with a {@link NoSuchElementException}.
 *
 * @param values strings, {@link Long}s, {@link Double}s, {@link Boolean}s, lists, objects or null
 */
public record JsonFields(Map<String, @Nullable Object> values) {
  /** No members. */
  public static final JsonFields EMPTY = new JsonFields(Map.of());

  static final JsonFactory FACTORY =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder().maxStringLength(Integer.MAX_VALUE).build())
          .build();

  /** Parses one object in UTF-8. */
  public static JsonFields parse(byte[] bytes) {
    try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), bytes)) {
      parser.nextToken();
      if (value(parser) instanceof JsonFields object) {
        return object;
      }
      throw new NoSuchElementException("the answer is not a JSON object");
    }
  }

  private static @Nullable Object value(JsonParser parser) {
    JsonToken token = parser.currentToken();
    if (token == null) {
      throw new NoSuchElementException("the answer is empty");
    }
    return switch (token) {
      case START_OBJECT -> object(parser);
      case START_ARRAY -> array(parser);
      case VALUE_STRING -> parser.getString();
      case VALUE_NUMBER_INT -> parser.getLongValue();
      case VALUE_NUMBER_FLOAT -> parser.getDoubleValue();
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      default -> null;
    };
  }

  private static JsonFields object(JsonParser parser) {
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
      String name = parser.currentName();
      parser.nextToken();
      members.put(name, value(parser));
    }
    return new JsonFields(members);
  }

  private static List<@Nullable Object> array(JsonParser parser) {
    List<@Nullable Object> elements = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      elements.add(value(parser));
    }
    return elements;
  }

  /** Whether there is a value other than null. */
  public boolean has(String name) {
    return values.get(name) != null;
  }

  /** A text or null. */
  public @Nullable String textOrNull(String name) {
    return values.get(name) instanceof String text ? text : null;
  }

  /** A text. */
  public String text(String name) {
    return needed(name, textOrNull(name));
  }

  /** A whole number. */
  public long whole(String name) {
    return needed(name, values.get(name) instanceof Long number ? number : null);
  }

  /** A whole number, or 0 without one. */
  public long wholeOrZero(String name) {
    return values.get(name) instanceof Long number ? number : 0;
  }

  /** A whole number that fits. */
  public int count(String name) {
    return Math.toIntExact(whole(name));
  }

  /** A number with a fraction. */
  public double decimal(String name) {
    return needed(name, values.get(name) instanceof Number number ? number : null).doubleValue();
  }

  /** A flag; false without one. */
  public boolean flag(String name) {
    return Boolean.TRUE.equals(values.get(name));
  }

  /** A moment in epoch milliseconds; {@link ClaimResult#NEVER} for null. */
  public long moment(String name) {
    String text = textOrNull(name);
    return text == null ? ClaimResult.NEVER : MomentReader.millis(text);
  }

  /** A moment. */
  public Instant instant(String name) {
    return Instant.ofEpochMilli(MomentReader.millis(text(name)));
  }

  /** A moment, or null without one. */
  public @Nullable Instant instantOrNull(String name) {
    return textOrNull(name) == null ? null : instant(name);
  }

  /** A duration. */
  public Duration duration(String name) {
    return io.duetime.settings.DurationReader.parse(name, text(name));
  }

  /** An object. */
  public JsonFields object(String name) {
    return needed(name, values.get(name) instanceof JsonFields object ? object : null);
  }

  /** A list of objects; empty without one. */
  public List<JsonFields> objects(String name) {
    return elements(name).stream().map(element -> (JsonFields) element).toList();
  }

  /** A list of texts; empty without one. */
  public List<String> texts(String name) {
    return elements(name).stream().map(element -> (String) element).toList();
  }

  private List<?> elements(String name) {
    return values.get(name) instanceof List<?> list ? list : List.of();
  }

  private static <T> T needed(String name, @Nullable T value) {
    if (value == null) {
      throw new NoSuchElementException("the answer has no valid '" + name + "'");
    }
    return value;
  }

  /** Names the members without their values, which may be payloads. */
  @Override
  public String toString() {
    return "JsonFields" + values.keySet();
  }
}
