package io.duetime.bench.wheel;

import java.util.function.Supplier;

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
}
