package io.duetime.bench.wheel;

import java.util.List;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * A store in the comparison.
 *
 * @param name what the table calls it
 * @param factory opens an empty one
 * @param horizonMillis how long it lets time run
 */
record Entrant(String name, Supplier<TimerStore> factory, long horizonMillis) {

  static Entrant duetime() {
    return new Entrant("Duetime", DuetimeStore::new, Delays.MINUTE_MILLIS);
  }

  static Entrant duetimeForTheWholeYear() {
    return new Entrant("Duetime, to the year's end", DuetimeStore::new, Delays.YEAR_MILLIS);
  }

  /** Netty with each of the wheel sizes that were tried. */
  static List<Entrant> netty() {
    return sizes("Netty", NettyStore::new);
  }

  /** Agrona with each of the wheel sizes that were tried. */
  static List<Entrant> agrona() {
    return sizes("Agrona", AgronaStore::new);
  }

  private static List<Entrant> sizes(String name, IntFunction<TimerStore> factory) {
    return IntStream.of(512, 4_096, 65_536)
        .mapToObj(ticks ->
            new Entrant(
                "%s, %,d ticks".formatted(name, ticks),
                () -> factory.apply(ticks),
                Delays.MINUTE_MILLIS))
        .toList();
  }
}
