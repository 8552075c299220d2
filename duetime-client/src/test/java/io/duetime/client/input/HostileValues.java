package io.duetime.client.input;

import io.duetime.Limits;
import java.lang.reflect.Array;
import java.lang.reflect.Parameter;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Values that no method should be given, for a parameter: missing, negative, too large. */
final class HostileValues {
  private static final int MEGABYTES_5 = 5 << 20;
  private static final List<Value> TEXTS =
      List.of(
          new Value("empty", ""),
          new Value("300 letters", "x".repeat(300)),
          new Value("128 umlauts", "ä".repeat(128)),
          new Value("NUL", "a\0b"),
          new Value("half a pair", "a\uD800b"),
          new Value("100000 with NUL", "x".repeat(99_999) + "\0"));
  private static final List<Value> LONGS =
      List.of(
          new Value("0", 0L),
          new Value("-1", -1L),
          new Value("min", Long.MIN_VALUE),
          new Value("max", Long.MAX_VALUE));
  private static final Map<Class<?>, List<Value>> BY_TYPE =
      Map.ofEntries(
          Map.entry(String.class, TEXTS),
          Map.entry(long.class, LONGS),
          Map.entry(Long.class, LONGS),
          Map.entry(
              int.class,
              List.of(
                  new Value("0", 0),
                  new Value("-1", -1),
                  new Value("min", Integer.MIN_VALUE),
                  new Value("max", Integer.MAX_VALUE))),
          Map.entry(
              double.class,
              List.of(
                  new Value("-1", -1.0),
                  new Value("NaN", Double.NaN),
                  new Value("infinite", Double.POSITIVE_INFINITY))),
          Map.entry(Object.class, List.of(new Value("5 MiB", "x".repeat(MEGABYTES_5)))),
          Map.entry(byte[].class, List.of(new Value("5 MiB", new byte[MEGABYTES_5]))),
          Map.entry(
              Duration.class,
              List.of(
                  new Value("0", Duration.ZERO),
                  new Value("-1 ms", Duration.ofMillis(-1)),
                  new Value("1 ns", Duration.ofNanos(1)),
                  new Value("101 years", Duration.ofDays(36_890)),
                  new Value("min", Duration.ofSeconds(Long.MIN_VALUE)),
                  new Value("max", Duration.ofSeconds(Long.MAX_VALUE, 999_999_999)))),
          Map.entry(
              Instant.class,
              List.of(
                  new Value("1969", Instant.ofEpochMilli(-1)),
                  new Value("10000", Instant.parse("+10000-01-01T00:00:00Z")),
                  new Value("min", Instant.MIN),
                  new Value("max", Instant.MAX))),
          Map.entry(
              LocalDateTime.class,
              List.of(new Value("min", LocalDateTime.MIN), new Value("max", LocalDateTime.MAX))),
          Map.entry(
              UnaryOperator.class,
              List.of(
                  new Value("to null", changing(null)),
                  new Value("throwing", (UnaryOperator<Object>) HostileValues::fail))));

  private final Samples samples;

  HostileValues(Samples samples) {
    this.samples = samples;
  }

  /**
   * A value to call a method with.
   *
   * @param words what it is called in {@code invalid-input.txt}
   */
  record Value(String words, @Nullable Object value) {
    static final Value NULL = new Value("null", null);
  }

  @SuppressWarnings("NullAway") // what a caller should not hand in
  private static UnaryOperator<Object> changing(@Nullable Object result) {
    return any -> result;
  }

  private static Object fail(Object any) {
    throw new IllegalStateException("from the caller");
  }

  /** A sound value of a parameter. */
  Object sound(Parameter parameter) {
    Class<?> type = parameter.getType();
    if (type.isArray() && type != byte[].class) {
      Object array = Array.newInstance(type.getComponentType(), 1);
      Array.set(array, 0, samples.of(type.getComponentType()));
      return array;
    }
    if (Collection.class.isAssignableFrom(type)) {
      Object element = samples.of(element(parameter), parameter.getName());
      return type == Set.class ? Set.of(element) : List.of(element);
    }
    return samples.of(type, parameter.getName());
  }

  /** What to try in its place. */
  List<Value> values(Parameter parameter) {
    Class<?> type = parameter.getType();
    List<Value> values = new ArrayList<>();
    if (!type.isPrimitive()) {
      values.add(Value.NULL);
    }
    if (type.isArray() && type != byte[].class) {
      values.add(new Value("[null]", Array.newInstance(type.getComponentType(), 1)));
    } else if (Collection.class.isAssignableFrom(type)) {
      values.addAll(collections(type, element(parameter)));
    } else if (type == Map.class) {
      values.addAll(maps(samples.of(argument(parameter, 1))));
    } else {
      values.addAll(BY_TYPE.getOrDefault(type, List.of()));
    }
    return values;
  }

  private List<Value> collections(Class<?> type, Class<?> element) {
    List<Value> values = new ArrayList<>();
    values.add(new Value("[null]", made(type, Collections.singletonList(null))));
    values.add(new Value("[]", made(type, List.of())));
    for (Value one : element == String.class ? TEXTS : List.<Value>of()) {
      values.add(new Value("[" + one.words() + "]", made(type, Arrays.asList(one.value()))));
    }
    if (type != Set.class) {
      Object sound = samples.of(element);
      values.add(new Value("100001 items", Collections.nCopies(Limits.MAX_BATCH + 1, sound)));
    }
    return values;
  }

  private static List<Value> maps(Object sound) {
    Map<String, Object> noValue = new HashMap<>();
    noValue.put("name", null);
    Map<String, Object> noName = new HashMap<>();
    noName.put(null, sound);
    return List.of(new Value("{name=null}", noValue), new Value("{null=value}", noName));
  }

  private static Object made(Class<?> type, List<?> elements) {
    return type == Set.class ? new HashSet<>(elements) : new ArrayList<>(elements);
  }

  private static Class<?> element(Parameter parameter) {
    return argument(parameter, 0);
  }

  private static Class<?> argument(Parameter parameter, int place) {
    ParameterizedType generic = (ParameterizedType) parameter.getParameterizedType();
    return raw(generic.getActualTypeArguments()[place]);
  }

  private static Class<?> raw(Type type) {
    if (type instanceof Class<?> plain) {
      return plain;
    }
    if (type instanceof ParameterizedType generic) {
      return raw(generic.getRawType());
    }
    return type instanceof WildcardType wildcard ? raw(wildcard.getUpperBounds()[0]) : Object.class;
  }
}
