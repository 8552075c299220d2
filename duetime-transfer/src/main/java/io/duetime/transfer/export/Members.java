package io.duetime.transfer.export;

import io.duetime.InvalidRequestException;
import io.duetime.server.json.Fields;
import io.duetime.server.json.StrictJson;
import io.duetime.server.json.Suggestion;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JsonNode;

/**
 * The members of a JSON object, which are written and read by the same calls, in the order of the
 * file. Each call names a member and says where its value is in the object that is written. While
 * writing it returns that value; while reading it returns the value in the file, or refuses the
 * file if that is missing or not allowed.
 *
 * @param <T> the object that is written
 */
final class Members<T> {
  /** The end of the year 9999. */
  private static final long END = 253_402_300_800_000L;

  private static final String TEXT = "payloadText";
  private static final String BASE64 = "payloadBase64";

  private final @Nullable JsonGenerator out;
  private final @Nullable T object;
  private final Map<String, JsonNode> values;
  private final Fields fields;
  private final Set<String> known;

  private Members(
      @Nullable JsonGenerator out,
      @Nullable T object,
      Map<String, JsonNode> values,
      Fields fields,
      Set<String> known) {
    this.out = out;
    this.object = object;
    this.values = values;
    this.fields = fields;
    this.known = known;
  }

  /** Names all members of an object, and makes one of their values. */
  @FunctionalInterface
  interface Codec<T> {
    T members(Members<T> members);
  }

  /** Writes an object. */
  static <T> void write(JsonGenerator out, T object, Codec<T> codec) {
    out.writeStartObject();
    codec.members(new Members<>(out, object, Map.of(), Fields.NONE, Set.of()));
    out.writeEndObject();
  }

  /** Reads an object; refuses members that the codec has not named. */
  static <T> T read(Map<String, JsonNode> values, Codec<T> codec) {
    Fields fields = Fields.ofJson(values, values.keySet());
    Members<T> members = new Members<>(null, null, values, fields, new LinkedHashSet<>());
    T read = codec.members(members);
    requireKnown(values.keySet(), members.known);
    return read;
  }

  /** Refuses names that are not among the known ones. */
  static void requireKnown(Set<String> names, Set<String> known) {
    for (String name : names) {
      if (!known.contains(name)) {
        throw new InvalidRequestException("field", name, Suggestion.among(known, name));
      }
    }
  }

  /** The members of a part of the object, which are members of the same JSON object. */
  <P> Members<P> part(Function<T, @Nullable P> part) {
    return new Members<>(out, out == null ? null : part.apply(written()), values, fields, known);
  }

  // A part may be null if its members are optional.
  @SuppressWarnings("NullAway")
  private T written() {
    return object;
  }

  /** Whether an optional member is to be written, or is in the file. */
  boolean has(String name, Predicate<T> isWritten) {
    if (out == null) {
      known.add(name);
    }
    return out == null ? fields.has(name) && !fields.isNull(name) : isWritten.test(written());
  }

  private <V> V member(
      String name,
      Function<T, @Nullable V> of,
      BiConsumer<JsonGenerator, V> writer,
      Supplier<@Nullable V> reader) {
    if (out == null) {
      V value = has(name, object -> true) ? reader.get() : null;
      if (value == null) {
        throw new InvalidRequestException(name, null, "a value, as in every export");
      }
      return value;
    }
    V value = Objects.requireNonNull(of.apply(written()), name);
    out.writeName(name);
    writer.accept(out, value);
    return value;
  }

  /** A text. */
  String text(String name, Function<T, @Nullable String> of) {
    return member(name, of, JsonGenerator::writeString, () -> fields.text(name));
  }

  /** A whole number. */
  long whole(String name, ToLongFunction<T> of) {
    return member(
        name,
        of::applyAsLong,
        (json, value) -> json.writeNumber(value.longValue()),
        () -> fields.whole(name));
  }

  /** A number from 0 to {@code max}. */
  long upTo(String name, long max, ToLongFunction<T> of) {
    long value = whole(name, of);
    if (out == null && (value < 0 || value > max)) {
      throw new InvalidRequestException(name, value, "0 to " + max);
    }
    return value;
  }

  /** A number from 0 to that of the largest integer. */
  int count(String name, ToLongFunction<T> of) {
    return (int) upTo(name, Integer.MAX_VALUE, of);
  }

  /** A moment in epoch milliseconds. */
  long moment(String name, ToLongFunction<T> of) {
    return upTo(name, END - 1, of);
  }

  /** A flag. */
  boolean flag(String name, Predicate<T> of) {
    return member(
        name,
        of::test,
        (json, value) -> json.writeBoolean(value.booleanValue()),
        () -> fields.flag(name));
  }

  /** A flag that is written only if it is set. */
  boolean isOn(String name, Predicate<T> of) {
    return has(name, of) && flag(name, of);
  }

  /** A name of an enum. */
  <E extends Enum<E>> E oneOf(String name, Class<E> type, Function<T, @Nullable E> of) {
    return member(
        name, of, (json, value) -> json.writeString(value.name()), () -> fields.oneOf(name, type));
  }

  /** A list of texts. */
  List<String> texts(String name, Function<T, @Nullable List<String>> of) {
    return member(
        name,
        of,
        (json, texts) -> writeAll(json, texts, json::writeString),
        () -> fields.texts(name));
  }

  private static <V> void writeAll(JsonGenerator json, List<V> values, Consumer<V> writer) {
    json.writeStartArray();
    values.forEach(writer);
    json.writeEndArray();
  }

  /** Texts by name. */
  Map<String, String> textsByName(String name, Function<T, @Nullable Map<String, String>> of) {
    return member(
        name,
        of,
        (json, texts) -> {
          json.writeStartObject();
          texts.forEach(json::writeStringProperty);
          json.writeEndObject();
        },
        () -> fields.textsByName(name));
  }

  /** An object with members of its own. */
  <U> U object(String name, Codec<U> codec, Function<T, @Nullable U> of) {
    return member(
        name,
        of,
        (json, value) -> write(json, value, codec),
        () -> read(name, values.get(name), codec));
  }

  /** Objects in a list, which is not written if it is empty. */
  <U> List<U> objects(String name, Codec<U> codec, Function<T, @Nullable List<U>> of) {
    if (!has(name, object -> !Objects.requireNonNull(of.apply(object)).isEmpty())) {
      return List.of();
    }
    return member(
        name,
        of,
        (json, objects) -> writeAll(json, objects, object -> write(json, object, codec)),
        () -> elements(name).map(element -> read(name, element, codec)).toList());
  }

  private Stream<JsonNode> elements(String name) {
    JsonNode list = values.get(name);
    if (list == null || !list.isArray()) {
      throw new InvalidRequestException(name, list, "a list of objects");
    }
    return list.valueStream();
  }

  private static <U> U read(String name, @Nullable JsonNode node, Codec<U> codec) {
    if (node == null || !node.isObject()) {
      throw new InvalidRequestException(name, node, "an object");
    }
    Map<String, JsonNode> members = new LinkedHashMap<>();
    node.forEachEntry(members::put);
    return read(members, codec);
  }

  /** Bytes: as text if they are UTF-8, otherwise in base64. */
  byte[] payload(Function<T, byte[]> of) {
    if (out != null) {
      byte[] payload = of.apply(written());
      String text = StrictJson.utf8(payload);
      out.writeStringProperty(
          text == null ? BASE64 : TEXT,
          text == null ? Base64.getEncoder().encodeToString(payload) : text);
      return payload;
    }
    boolean isText = has(TEXT, object -> true);
    if (isText == has(BASE64, object -> true)) {
      throw new InvalidRequestException(TEXT, null, "either payloadText or payloadBase64");
    }
    return isText ? utf8(text(TEXT, object -> "")) : base64(text(BASE64, object -> ""));
  }

  /** Encodes strictly; by default an encoder replaces a lone surrogate by a question mark. */
  private static byte[] utf8(String text) {
    try {
      ByteBuffer bytes = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
      byte[] exact = new byte[bytes.remaining()];
      bytes.get(exact);
      return exact;
    } catch (CharacterCodingException loneSurrogate) {
      throw new InvalidRequestException(TEXT, text, "text that UTF-8 can encode");
    }
  }

  private static byte[] base64(String text) {
    try {
      return Base64.getDecoder().decode(text);
    } catch (IllegalArgumentException malformed) {
      throw new InvalidRequestException(BASE64, text, "base64");
    }
  }
}
