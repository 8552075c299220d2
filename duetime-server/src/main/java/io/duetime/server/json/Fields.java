package io.duetime.server.json;

import io.duetime.InvalidRequestException;
import io.duetime.settings.DurationReader;
import io.duetime.settings.InstantText;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * Reads the named values of a request; each check names the field, its value and what is allowed.
 * An unknown name is refused when the fields are created. A missing value, or null in JSON, reads
 * as null.
 */
public final class Fields {
  /** No fields. */
  public static final Fields NONE = new Fields(Map.of(), false);

  private final Map<String, JsonNode> values;
  // A query has only text, so numbers and flags are parsed.
  private final boolean fromText;

  private Fields(Map<String, JsonNode> values, boolean fromText) {
    this.values = values;
    this.fromText = fromText;
  }

  /** The values of a JSON object. */
  public static Fields ofJson(Map<String, JsonNode> values, Collection<String> allowed) {
    values.keySet().forEach(name -> requireKnown("field", name, allowed));
    return new Fields(values, false);
  }

  /** The values of a query: all of them text, and each may be given more than once. */
  public static Fields ofText(Map<String, List<String>> values, Collection<String> allowed) {
    Map<String, JsonNode> nodes = new LinkedHashMap<>();
    values.forEach((name, texts) -> {
      requireKnown("query parameter", name, allowed);
      nodes.put(name, texts.size() == 1 ? string(texts.get(0)) : strings(texts));
    });
    return new Fields(nodes, true);
  }

  /** Whether the name was given, also as null. */
  public boolean has(String name) {
    return values.containsKey(name);
  }

  /** Whether JSON null was given. */
  public boolean isNull(String name) {
    JsonNode value = values.get(name);
    return value != null && value.isNull();
  }

  /** Whether the value is this text. */
  public boolean is(String name, String text) {
    JsonNode value = values.get(name);
    return value != null && value.isString() && value.stringValue().equals(text);
  }

  /** A text. */
  public @Nullable String text(String name) {
    JsonNode value = present(name);
    if (value == null) {
      return null;
    }
    if (!value.isString()) {
      throw wrong(name, value, fromText ? "once" : "a string");
    }
    return value.stringValue();
  }

  /** A whole number. */
  public @Nullable Long whole(String name) {
    JsonNode value = present(name);
    if (value == null) {
      return null;
    }
    if (value.isIntegralNumber() && value.canConvertToLong()) {
      return value.longValue();
    }
    if (fromText && value.isString() && value.stringValue().matches("-?[0-9]{1,18}")) {
      return Long.valueOf(value.stringValue());
    }
    throw wrong(name, value, "a whole number");
  }

  /** A number with a fraction. */
  public @Nullable Double decimal(String name) {
    JsonNode value = present(name);
    if (value == null) {
      return null;
    }
    if (!value.isNumber()) {
      throw wrong(name, value, "a number");
    }
    return value.doubleValue();
  }

  /** A count from 1 to {@code max}, or {@code otherwise} when there is none. */
  public int count(String name, int otherwise, int max) {
    Long value = whole(name);
    if (value == null) {
      return otherwise;
    }
    if (value < 1 || value > max) {
      throw new InvalidRequestException(name, value, "1 to " + max);
    }
    return value.intValue();
  }

  /** A flag; in a query {@code ?name} alone means true. */
  public @Nullable Boolean flag(String name) {
    JsonNode value = present(name);
    if (value == null) {
      return null;
    }
    if (value.isBoolean()) {
      return value.booleanValue();
    }
    String text = fromText && value.isString() ? value.stringValue() : "neither";
    return switch (text) {
      case "", "true" -> true;
      case "false" -> false;
      default -> throw wrong(name, value, "true or false");
    };
  }

  /** A flag; false by default. */
  public boolean isOn(String name) {
    return Boolean.TRUE.equals(flag(name));
  }

  /** A duration, such as {@code 30m} or {@code PT30M}. */
  public @Nullable Duration duration(String name) {
    String text = text(name);
    return text == null ? null : DurationReader.parse(name, text);
  }

  /** A moment: ISO-8601, or epoch milliseconds as a number. */
  public @Nullable Instant instant(String name) {
    JsonNode value = present(name);
    if (value == null) {
      return null;
    }
    return InstantText.parse(name, value.isString() ? value.stringValue() : value.toString());
  }

  /** A name of an enum, in upper or lower case. */
  public <E extends Enum<E>> @Nullable E oneOf(String name, Class<E> type) {
    String text = text(name);
    return text == null ? null : constant(name, text, type);
  }

  /** Names of an enum, as a list or separated by commas. */
  public <E extends Enum<E>> List<E> someOf(String name, Class<E> type) {
    return texts(name).stream()
        .flatMap(text -> Arrays.stream(text.split(",", -1)))
        .map(text -> constant(name, text.strip(), type))
        .toList();
  }

  /** A list of texts, or a single text. */
  public List<String> texts(String name) {
    JsonNode value = present(name);
    if (value == null) {
      return List.of();
    }
    if (value.isString()) {
      return List.of(value.stringValue());
    }
    if (!value.isArray()) {
      throw wrong(name, value, "a list of strings");
    }
    List<String> texts = new ArrayList<>(value.size());
    for (JsonNode element : value) {
      if (!element.isString()) {
        throw wrong(name, element, "a list of strings");
      }
      texts.add(element.stringValue());
    }
    return texts;
  }

  /** Texts by name. */
  public Map<String, String> textsByName(String name) {
    JsonNode value = present(name);
    if (value == null) {
      return Map.of();
    }
    if (!value.isObject()) {
      throw wrong(name, value, "an object of strings");
    }
    Map<String, String> texts = new LinkedHashMap<>();
    value.forEachEntry((key, element) -> {
      if (!element.isString()) {
        throw wrong(name + "." + key, element, "a string");
      }
      texts.put(key, element.stringValue());
    });
    return texts;
  }

  /** An object inside this one. */
  public @Nullable Fields object(String name, Collection<String> allowed) {
    JsonNode value = present(name);
    if (value == null) {
      return null;
    }
    if (!value.isObject()) {
      throw wrong(name, value, "an object with " + String.join(", ", allowed));
    }
    Map<String, JsonNode> members = new LinkedHashMap<>();
    value.forEachEntry(members::put);
    return ofJson(members, allowed);
  }

  /** Objects in a list inside this one. */
  public List<Fields> objects(String name, Collection<String> allowed) {
    JsonNode value = present(name);
    if (value == null) {
      return List.of();
    }
    if (!value.isArray()) {
      throw wrong(name, value, "a list of objects");
    }
    List<Fields> objects = new ArrayList<>(value.size());
    for (JsonNode element : value) {
      objects.add(new Fields(Map.of(name, element), false).element(name, allowed));
    }
    return objects;
  }

  private Fields element(String name, Collection<String> allowed) {
    Fields object = object(name, allowed);
    if (object == null) {
      throw new InvalidRequestException(name, null, "a list of objects");
    }
    return object;
  }

  private @Nullable JsonNode present(String name) {
    JsonNode value = values.get(name);
    return value == null || value.isNull() ? null : value;
  }

  private static <E extends Enum<E>> E constant(String name, String text, Class<E> type) {
    for (E constant : type.getEnumConstants()) {
      if (constant.name().equalsIgnoreCase(text)) {
        return constant;
      }
    }
    String all =
        Arrays.stream(type.getEnumConstants()).map(Enum::name).collect(Collectors.joining(", "));
    throw new InvalidRequestException(name, text, all);
  }

  private static void requireKnown(String kind, String name, Collection<String> allowed) {
    if (!allowed.contains(name)) {
      throw new InvalidRequestException(kind, name, Suggestion.among(allowed, name));
    }
  }

  private static InvalidRequestException wrong(String name, JsonNode value, String allowed) {
    Object shown = value.isString() ? value.stringValue() : value;
    return new InvalidRequestException(name, shown, allowed);
  }

  private static JsonNode string(String text) {
    return JsonNodeFactory.instance.stringNode(text);
  }

  private static JsonNode strings(List<String> texts) {
    var array = JsonNodeFactory.instance.arrayNode();
    texts.forEach(array::add);
    return array;
  }
}
