package io.duetime.redis.internal.record;

import io.duetime.Schedule;
import io.duetime.TickRules;
import io.duetime.engine.JobSpec;
import io.duetime.engine.RecurringJob;
import io.duetime.kernel.recurring.RecurringState;
import io.duetime.kernel.recurring.TickLog;
import io.duetime.redis.internal.record.Bytes.RecordWriter;
import io.duetime.redis.internal.record.RecordCodec.Codes;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Encodes and decodes recurring definitions, and the states of their ticks. A state is words:
 * until, last, skipped, made, place, whether it starts now (0 or 1), paused (0 or 1), moment of
 * removal, version of the definition, then {@code @instant} for each future tick, like the end of
 * its job's id. Scripts change some of them (include/ticks.lua).
 */
public final class RecurringCodec {
  private static final int VERSION = 1;

  private static final int NUMBERS = 9;

  private RecurringCodec() {}

  /** A definition without its name, which is its key. */
  public static byte[] write(RecurringJob job) {
    TickRules rules = job.rules();
    return new RecordWriter(256)
        .u8(VERSION)
        .u8(Codes.MISSED.code(rules.missed()))
        .u8(Codes.OVERLAP.code(rules.overlap()))
        .u8(rules.firstNow() ? 1 : 0)
        .u48(rules.grace().toMillis())
        .u48(rules.until() == null ? 0 : rules.until().toEpochMilli() + 1)
        .u32(rules.times())
        .longText(job.schedule().toString())
        .raw(RecordCodec.write(job.template()))
        .toBytes();
  }

  /**
   * Reads a definition.
   *
   * @param owner its owner, which is stored beside it; empty for none
   * @throws DamagedRecordException if it is none
   */
  public static RecurringJob read(String name, byte[] definition, String owner) {
    return DamagedRecordException.unless(() -> {
      Bytes from = new Bytes(definition);
      int version = from.u8();
      if (version != VERSION) {
        throw new DamagedRecordException("a definition of version " + version);
      }
      TickRules rules = TickRules.of(Codes.MISSED.name(from.u8()));
      rules = rules.withOverlap(Codes.OVERLAP.name(from.u8()));
      rules = from.u8() == 0 ? rules : rules.withFirstNow();
      rules = rules.withGrace(Duration.ofMillis(from.u48())).withUntil(moment(from.u48()));
      rules = rules.withTimes(from.u32());
      Schedule schedule = Schedule.parse(from.text(from.u16()));
      JobSpec template = RecordCodec.readRequest(from.rest(), name);
      return new RecurringJob(name, schedule, template, rules, owner.isEmpty() ? null : owner);
    });
  }

  private static @Nullable Instant moment(long stored) {
    return stored == 0 ? null : Instant.ofEpochMilli(stored - 1);
  }

  /** Encodes a state without its definition. */
  public static byte[] writeTicks(RecurringState state) {
    TickLog ticks = state.ticks();
    Stream<String> numbers =
        Stream.of(
                ticks.until(),
                ticks.last(),
                ticks.skipped(),
                ticks.made(),
                ticks.place(),
                ticks.startsNow() ? 1L : 0L,
                state.paused() ? 1L : 0L,
                state.removedAt(),
                state.version())
            .map(String::valueOf);
    Stream<String> ahead = ticks.ahead().stream().map(tick -> "@" + Instant.ofEpochMilli(tick));
    return Stream.concat(numbers, ahead)
        .collect(Collectors.joining(" "))
        .getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Reads the state of a definition.
   *
   * @throws DamagedRecordException if it is none
   */
  public static RecurringState readTicks(RecurringJob job, byte[] packed) {
    return DamagedRecordException.unless(() -> {
      String text = new String(packed, StandardCharsets.UTF_8);
      List<String> words = List.of(text.split(" "));
      if (words.size() < NUMBERS) {
        throw new DamagedRecordException("ticks '" + text + "'");
      }
      List<Long> numbers = words.subList(0, NUMBERS).stream().map(Long::valueOf).toList();
      List<Long> ahead =
          words.subList(NUMBERS, words.size()).stream()
              .map(word -> Instant.parse(word.substring(1)).toEpochMilli())
              .toList();
      TickLog ticks =
          new TickLog(
              numbers.get(0),
              numbers.get(1),
              ahead,
              numbers.get(2),
              numbers.get(3),
              numbers.get(4),
              numbers.get(5) == 1);
      return new RecurringState(job, numbers.get(6) == 1, ticks, numbers.get(7), numbers.get(8));
    });
  }
}
