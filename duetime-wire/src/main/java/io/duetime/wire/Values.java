package io.duetime.wire;

import io.duetime.JobState;
import io.duetime.settings.DurationReader;
import io.duetime.text.DurationText;
import io.duetime.wire.Members.Codec;
import io.duetime.wire.Members.Value;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import tools.jackson.core.JsonGenerator;

/** The kinds of values of members. */
public final class Values {
  /** A string. */
  public static final Value<String> TEXT = new Value<>(JsonGenerator::writeString, Fields::text);

  /** A whole number. */
  public static final Value<Long> WHOLE =
      new Value<>((out, number) -> out.writeNumber(number.longValue()), Fields::whole);

  /** A whole number from 0 on that fits into an {@code int}. */
  public static final Value<Integer> COUNT = upTo(Integer.MAX_VALUE, Long::intValue);

  /** True or false. */
  public static final Value<Boolean> FLAG =
      new Value<>((out, flag) -> out.writeBoolean(flag.booleanValue()), Fields::flag);

  /** A duration, such as {@code 30m}. */
  public static final Value<Duration> DURATION =
      new Value<>(
          (out, duration) -> out.writeString(DurationText.exact(duration)), Fields::duration);

  /** Milliseconds as a duration, rounded up. */
  public static final Value<Long> MILLIS =
      new Value<>(
          (out, millis) -> out.writeString(millis + "ms"),
          (fields, name) -> io.duetime.Limits.delayMillis(fields.need(name, Fields::duration)));

  /** How far a shift moves jobs: milliseconds as a duration, with a minus before a negative one. */
  public static final Value<Long> SHIFT_MILLIS =
      new Value<>(
          (out, millis) -> out.writeString(DurationText.signed(Duration.ofMillis(millis))),
          (fields, name) ->
              io.duetime.Limits.shiftMillis(
                  DurationReader.signed(name, fields.need(name, Fields::text))));

  /** A duration as a number of milliseconds. */
  public static final Value<Duration> DURATION_NUMBER =
      new Value<>(
          (out, duration) -> out.writeNumber(duration.toMillis()),
          (fields, name) -> Duration.ofMillis(fields.need(name, Fields::whole)));

  /** A moment in epoch milliseconds, in ISO-8601. */
  public static final Value<Long> MOMENT =
      new Value<>(
          (out, millis) -> out.writeString(TimeText.iso(millis)),
          (fields, name) -> fields.need(name, Fields::instant).toEpochMilli());

  /** A moment of a request, in epoch milliseconds; a finer part is rounded up. */
  public static final Value<Long> ASKED_MOMENT =
      new Value<>(
          (out, millis) -> out.writeString(TimeText.asked(millis)),
          (fields, name) -> TimeText.millis(name, fields.need(name, Fields::instant)));

  /** A moment in ISO-8601 with milliseconds. */
  public static final Value<Instant> INSTANT =
      new Value<>(
          (out, moment) -> out.writeString(TimeText.iso(moment.toEpochMilli())), Fields::instant);

  /** A moment in ISO-8601, to the nanosecond. */
  public static final Value<Instant> EXACT_INSTANT =
      new Value<>((out, moment) -> out.writeString(moment.toString()), Fields::instant);

  /** A list of strings. */
  public static final Value<List<String>> TEXTS =
      new Value<>((out, texts) -> JsonShape.texts(texts).write(out), Fields::texts);

  /** An object of strings. */
  public static final Value<Map<String, String>> TEXTS_BY_NAME =
      new Value<>((out, texts) -> JsonShape.value(texts).write(out), Fields::textsByName);

  /** States of jobs, as a list or separated by commas. */
  public static final Value<Collection<JobState>> STATES =
      new Value<>(
          (out, states) -> JsonShape.texts(states.stream().map(Enum::name).toList()).write(out),
          (fields, name) -> fields.someOf(name, JobState.class));

  private Values() {}

  /** A whole number from 0 to {@code max}, converted after it is checked. */
  public static <N extends Number> Value<N> upTo(long max, Function<Long, N> converted) {
    return new Value<>(
        (out, number) -> out.writeNumber(number.longValue()),
        (fields, name) -> converted.apply(fields.upTo(name, max)));
  }

  /** A name of an enum. */
  public static <E extends Enum<E>> Value<E> oneOf(Class<E> type) {
    return new Value<>(
        (out, constant) -> out.writeString(constant.name()),
        (fields, name) -> fields.oneOf(name, type));
  }

  /** An object. */
  public static <T> Value<T> object(Codec<T> codec) {
    return new Value<>(
        (out, object) -> Members.write(out, object, codec),
        (fields, name) -> Members.read(fields.need(name, Fields::object), codec));
  }

  /** A list of objects. */
  public static <T> Value<List<T>> list(Codec<T> codec) {
    return new Value<>(
        (out, objects) ->
            JsonShape.array(objects.stream().map(one -> Members.shape(one, codec)).toList())
                .write(out),
        (fields, name) ->
            fields.objects(name).stream().map(one -> Members.read(one, codec)).toList());
  }
}
