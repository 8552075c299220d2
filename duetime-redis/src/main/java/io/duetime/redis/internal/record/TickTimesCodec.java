package io.duetime.redis.internal.record;

import io.duetime.engine.RecurringJob;
import io.duetime.internal.kernel.recurring.RecurringState;
import io.duetime.internal.kernel.recurring.TickLog;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Encodes the state of a recurring definition's ticks as words: until, last, skipped, made, place,
 * whether it starts now (0 or 1), paused (0 or 1), moment of removal, version of the definition,
 * then {@code @instant} for each future tick, like the end of its job's id. Scripts change some of
 * them (include/ticks.lua).
 */
public final class TickTimesCodec {
  private static final int NUMBERS = 9;

  private TickTimesCodec() {}

  /** Encodes a state without its definition. */
  public static String write(RecurringState state) {
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
    return Stream.concat(numbers, ahead).collect(Collectors.joining(" "));
  }

  /**
   * Reads the state of a definition.
   *
   * @throws DamagedRecordException if it is none
   */
  public static RecurringState read(RecurringJob job, String text) {
    return RecordCodec.understood(() -> {
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
