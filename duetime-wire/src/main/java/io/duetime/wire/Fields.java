package io.duetime.wire;

import io.duetime.InvalidRequestException;
import io.duetime.settings.DurationReader;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reads the named values of a request; each check names the field, its value and what is allowed.
 * An unknown name is refused when the fields are created. A missing value, or null in JSON, reads
 * as null.
 */
public final class Fields {
  /** No fields. */
  public static final Fields NONE = new Fields(Map.of(), Source.JSON);

  private final Map<String, ? extends @Nullable Object> values;
  private final Source source;

  /** Where values are from: a query has only text, so numbers and flags are parsed. */
  private enum Source {
    JSON,
    QUERY,
    ANSWER,
    EXPORT
  }

  private Fields(Map<String, ? extends @Nullable Object> values, Source source) {
    this.values = values;
    this.source = source;
  }

  /** The values of a JSON object. */
  public static Fields ofJson(
      Map<String, ? extends @Nullable Object> values, Collection<String> allowed) {
    return new Fields(values, Source.JSON).only(allowed);
  }

  /** The values of a query: all of them text, and each may be given more than once. */
  public static Fields ofText(Map<String, List<String>> values, Collection<String> allowed) {
    requireKnown("query parameter", values.keySet(), allowed);
    Map<String, Object> given = new LinkedHashMap<>();
    values.forEach((name, texts) -> given.put(name, texts.size() == 1 ? texts.get(0) : texts));
    return new Fields(given, Source.QUERY);
  }

  /** The values of an answer, which may have further ones, also in the objects inside. */
  public static Fields ofAnswer(Map<String, ? extends @Nullable Object> values) {
    return new Fields(values, Source.ANSWER);
  }

  /** The values of an object in an export, of which {@link Members} must name each. */
  public static Fields ofExport(Map<String, ? extends @Nullable Object> values) {
    return new Fields(values, Source.EXPORT);
  }

  boolean isExport() {
    return source == Source.EXPORT;
  }

  private Fields only(Collection<String> allowed) {
    if (source == Source.JSON) {
      requireKnown("field", values.keySet(), allowed);
    }
    return this;
  }

  /** The names that were given. */
  public Set<String> names() {
    return values.keySet();
  }

  /** Whether a value other than null was given. */
  public boolean hasValue(String name) {
    return values.get(name) != null;
  }

  /** Whether the name was given, also as null. */
  public boolean has(String name) {
    return values.containsKey(name);
  }

  /** Whether JSON null was given. */
  public boolean isNull(String name) {
    return has(name) && values.get(name) == null;
  }

  /** A value of any kind as text. */
  public String shown(String name) {
    return need(name, (fields, any) -> values.get(name)) instanceof String text
        ? text
        : JsonShape.value(values.get(name)).text();
  }

  /** Whether the value is this text. */
  boolean isText(String name, String text) {
    return text.equals(values.get(name));
  }

  /** A text; null also for a value of another kind, as answers of others than servers have. */
  public @Nullable String textOrNull(String name) {
    return values.get(name) instanceof String text ? text : null;
  }

  /** A text. */
  public @Nullable String text(String name) {
    Object value = values.get(name);
    if (value == null || value instanceof String) {
      return (String) value;
    }
    throw wrong(name, value, source == Source.QUERY ? "once" : "a string");
  }

  /** A whole number. */
  public @Nullable Long whole(String name) {
    Object value = values.get(name);
    if (value == null || value instanceof Long) {
      return (Long) value;
    }
    if (value instanceof Integer number) {
      return number.longValue();
    }
    if (source == Source.QUERY && value instanceof String text && text.matches("-?[0-9]{1,18}")) {
      return Long.valueOf(text);
    }
    throw wrong(name, value, "a whole number");
  }

  /** A number with a fraction. */
  public @Nullable Double decimal(String name) {
    Object value = values.get(name);
    if (value == null) {
      return null;
    }
    if (value instanceof Number number) {
      return number.doubleValue();
    }
    throw wrong(name, value, "a number");
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

  /** A number from 0 to {@code max}. */
  long upTo(String name, long max) {
    long value = need(name, Fields::whole);
    if (value < 0 || value > max) {
      throw new InvalidRequestException(name, value, "0 to " + max);
    }
    return value;
  }

  /** A value that must be given. */
  public <V> V need(String name, BiFunction<Fields, String, @Nullable V> reading) {
    return given(name, reading.apply(this, name));
  }

  static <V> V given(String name, @Nullable V value) {
    if (value == null) {
      throw new InvalidRequestException(name, null, "a value");
    }
    return value;
  }

  /** A flag; in a query {@code ?name} alone means true. */
  public @Nullable Boolean flag(String name) {
    Object value = values.get(name);
    if (value == null || value instanceof Boolean) {
      return (Boolean) value;
    }
    return switch (source == Source.QUERY ? value.toString() : "neither") {
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
    Object value = values.get(name);
    return value == null ? null : TimeText.instant(name, shown(value).toString());
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
    Object value = values.get(name);
    if (value == null || value instanceof String) {
      return value == null ? List.of() : List.of((String) value);
    }
    List<String> texts = new ArrayList<>();
    for (Object element : list(name, value, "a list of strings")) {
      if (!(element instanceof String text)) {
        throw wrong(name, element, "a list of strings");
      }
      texts.add(text);
    }
    return texts;
  }

  /** Texts by name. */
  public Map<String, String> textsByName(String name) {
    Object value = values.get(name);
    if (value == null) {
      return Map.of();
    }
    if (!(value instanceof Map<?, ?> members)) {
      throw wrong(name, value, "an object of strings");
    }
    Map<String, String> texts = new LinkedHashMap<>();
    members.forEach((key, element) -> {
      if (!(element instanceof String text)) {
        throw wrong(name + "." + key, element, "a string");
      }
      texts.put(key.toString(), text);
    });
    return texts;
  }

  /** An object inside this one, with any members. */
  public @Nullable Fields object(String name) {
    return object(name, values.get(name), null);
  }

  /** An object inside this one. */
  public @Nullable Fields object(String name, Collection<String> allowed) {
    return object(name, values.get(name), allowed);
  }

  /** Objects in a list inside this one, with any members. */
  public List<Fields> objects(String name) {
    return list(name, null);
  }

  /** Objects in a list inside this one. */
  public List<Fields> objects(String name, Collection<String> allowed) {
    return list(name, allowed);
  }

  private List<Fields> list(String name, @Nullable Collection<String> allowed) {
    Object value = values.get(name);
    if (value == null) {
      return List.of();
    }
    List<Fields> objects = new ArrayList<>();
    for (Object element : list(name, value, "a list of objects")) {
      Fields object = object(name, element, allowed);
      if (object == null) {
        throw wrong(name, null, "a list of objects");
      }
      objects.add(object);
    }
    return objects;
  }

  @SuppressWarnings("unchecked")
  private @Nullable Fields object(
      String name, @Nullable Object value, @Nullable Collection<String> allowed) {
    if (value == null) {
      return null;
    }
    if (!(value instanceof Map<?, ?> members)) {
      String with = allowed == null ? "" : " with " + String.join(", ", allowed);
      throw wrong(name, value, "an object" + with);
    }
    Fields fields = new Fields((Map<String, @Nullable Object>) members, source);
    return allowed == null ? fields : fields.only(allowed);
  }

  private static List<?> list(String name, Object value, String allowed) {
    if (value instanceof List<?> elements) {
      return elements;
    }
    throw wrong(name, value, allowed);
  }

  private static <E extends Enum<E>> E constant(String name, String text, Class<E> type) {
    for (E constant : type.getEnumConstants()) {
      if (constant.name().equalsIgnoreCase(text)) {
        return constant;
      }
    }
    throw new InvalidRequestException(name, text, names(type));
  }

  /** The names of the constants of an enum. */
  static String names(Class<? extends Enum<?>> type) {
    return Arrays.stream(type.getEnumConstants()).map(Enum::name).collect(Collectors.joining(", "));
  }

  /** Refuses a name that is not allowed; {@code kind} says what it is the name of. */
  public static void requireKnown(
      String kind, Collection<String> names, Collection<String> allowed) {
    for (String name : names) {
      if (!allowed.contains(name)) {
        throw new InvalidRequestException(kind, name, Suggestion.among(allowed, name));
      }
    }
  }

  private static InvalidRequestException wrong(
      String name, @Nullable Object value, String allowed) {
    return new InvalidRequestException(name, value == null ? null : shown(value), allowed);
  }

  private static Object shown(Object value) {
    return value instanceof String ? value : JsonShape.value(value).text();
  }
}
