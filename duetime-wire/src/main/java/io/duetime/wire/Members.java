package io.duetime.wire;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/**
 * The members of a JSON object, which are written and read by the same calls, in the order of the
 * JSON. Each call names a member and says where its value is in the object that is written. While
 * writing it returns that value; while reading it returns the value in the JSON, or refuses it if
 * it is missing or not allowed.
 *
 * @param <T> the object that is written
 */
public final class Members<T> {
  private final @Nullable JsonGenerator out;
  private final @Nullable T object;
  private final Fields fields;
  // Null if unknown members are ignored.
  private final @Nullable Set<String> known;

  private Members(
      @Nullable JsonGenerator out, @Nullable T object, Fields fields, @Nullable Set<String> known) {
    this.out = out;
    this.object = object;
    this.fields = fields;
    this.known = known;
  }

  /** Names all members of an object, and makes one of their values. */
  @FunctionalInterface
  public interface Codec<T> {
    /** Reads or writes the members. */
    T members(Members<T> members);
  }

  /**
   * Writes and reads one kind of value.
   *
   * @param reader reads a member that is not null
   */
  public record Value<V>(
      BiConsumer<JsonGenerator, V> writer, BiFunction<Fields, String, @Nullable V> reader) {}

  /** Writes an object. */
  public static <T> void write(JsonGenerator out, T object, Codec<T> codec) {
    out.writeStartObject();
    codec.members(new Members<>(out, object, Fields.NONE, null));
    out.writeEndObject();
  }

  /** The members of an object, to write inside another one. */
  public static <T> JsonShape inside(T object, Codec<T> codec) {
    return out -> codec.members(new Members<>(out, object, Fields.NONE, null));
  }

  /** An object to write. */
  public static <T> JsonShape shape(T object, Codec<T> codec) {
    return out -> write(out, object, codec);
  }

  /** Reads an object; of an export, it refuses members that the codec does not name. */
  public static <T> T read(Fields fields, Codec<T> codec) {
    Set<String> known = fields.isExport() ? new LinkedHashSet<>() : null;
    T read = codec.members(new Members<>(null, null, fields, known));
    if (known != null) {
      Fields.requireKnown("field", fields.names(), known);
    }
    return read;
  }

  /** The names of the members of a codec that requires none. */
  public static <T> List<String> names(Codec<T> codec) {
    Set<String> known = new LinkedHashSet<>();
    codec.members(new Members<>(null, null, Fields.NONE, known));
    return List.copyOf(known);
  }

  /** The members to read one by one; those that are not named are ignored. */
  public static <T> Members<T> reading(Fields fields) {
    return new Members<>(null, null, fields, null);
  }

  /** The members of a part of the object, which are members of the same JSON object. */
  public <P> Members<P> part(Function<T, @Nullable P> part) {
    return new Members<>(out, out == null ? null : part.apply(value()), fields, known);
  }

  /** Whether the object is written, not read. */
  public boolean isWriting() {
    return out != null;
  }

  /** The object that is written; null if it is a part whose members are optional. */
  @SuppressWarnings("NullAway")
  public T value() {
    return object;
  }

  /** Where the object is written. */
  JsonGenerator out() {
    return Objects.requireNonNull(out);
  }

  /** The fields that are read. */
  public Fields fields() {
    return fields;
  }

  /** Whether an optional member is to be written, or is in the JSON. */
  public boolean has(String name, Predicate<T> isWritten) {
    if (out != null) {
      return isWritten.test(value());
    }
    if (known != null) {
      known.add(name);
    }
    return fields.hasValue(name);
  }

  /** A member that is never missing. */
  public <V> V need(String name, Value<V> form, Function<T, @Nullable V> of) {
    return Fields.given(name, nullable(name, form, of));
  }

  /** A member that is written as null if it has no value. */
  public <V> @Nullable V nullable(String name, Value<V> form, Function<T, @Nullable V> of) {
    return out == null ? read(name, form) : write(name, form, of.apply(value()));
  }

  /** A member that is not written if it has no value. */
  public <V> @Nullable V optional(String name, Value<V> form, Function<T, @Nullable V> of) {
    if (out == null) {
      return read(name, form);
    }
    V value = value() == null ? null : of.apply(value());
    return value == null ? null : write(name, form, value);
  }

  /** A member that is not written if it has its default. */
  public <V> V or(String name, Value<V> form, V otherwise, Function<T, V> of) {
    V value = out == null ? read(name, form) : of.apply(value());
    if (value == null) {
      return otherwise;
    }
    if (out != null && !value.equals(otherwise)) {
      write(name, form, value);
    }
    return value;
  }

  private <V> @Nullable V read(String name, Value<V> form) {
    return has(name, any -> true) ? form.reader().apply(fields, name) : null;
  }

  private <V> @Nullable V write(String name, Value<V> form, @Nullable V value) {
    JsonGenerator json = out();
    json.writeName(name);
    if (value == null) {
      json.writeNull();
    } else {
      form.writer().accept(json, value);
    }
    return value;
  }

  /** A member that is always written, and has a default if it is missing. */
  public <V> V always(String name, Value<V> form, V otherwise, Function<T, @Nullable V> of) {
    V value = nullable(name, form, of);
    return value == null ? otherwise : value;
  }

  /** A flag that is written only if it is set. */
  public boolean isOn(String name, Predicate<T> of) {
    return or(name, Values.FLAG, false, of::test);
  }

  /** A moment in epoch milliseconds; {@link Long#MAX_VALUE} is null in JSON. */
  public long moment(String name, ToLongFunction<T> of) {
    Long moment =
        nullable(
            name,
            Values.MOMENT,
            whole -> of.applyAsLong(whole) == Long.MAX_VALUE ? null : of.applyAsLong(whole));
    return Objects.requireNonNullElse(moment, Long.MAX_VALUE);
  }

  /** A member that is written for other readers, and never read. */
  public <V> void show(String name, Value<V> form, Function<T, @Nullable V> of) {
    if (out != null) {
      nullable(name, form, of);
    }
  }

  /** Members that are written in a way of their own. */
  public void write(BiConsumer<JsonGenerator, T> writer) {
    if (out != null) {
      writer.accept(out, value());
    }
  }
}
