package io.duetime.bench.wheel;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * What to measure.
 *
 * @param timers the numbers of pending timers
 * @param delays how far away they are
 * @param repetitions how often each store is measured
 */
record WheelBenchOptions(List<Integer> timers, List<Delays> delays, int repetitions) {
  static final String USAGE =
      "usage: wheel [--timers 10000,1000000] [--delays minute,year] [--repetitions 5]";

  WheelBenchOptions {
    if (repetitions < 1 || timers.isEmpty() || delays.isEmpty()) {
      throw new IllegalArgumentException(USAGE);
    }
  }

  static WheelBenchOptions parse(String... args) {
    List<Integer> timers = List.of(10_000, 1_000_000);
    List<Delays> delays = List.of(Delays.values());
    int repetitions = 5;
    List<String> rest = new ArrayList<>(List.of(args));
    while (rest.size() >= 2) {
      String flag = rest.remove(0);
      String value = rest.remove(0);
      switch (flag) {
        case "--timers" -> timers = split(value).map(Integer::valueOf).toList();
        case "--delays" -> delays = split(value).map(Delays::parse).toList();
        case "--repetitions" -> repetitions = Integer.parseInt(value);
        default -> throw new IllegalArgumentException(USAGE);
      }
    }
    if (!rest.isEmpty()) {
      throw new IllegalArgumentException(USAGE);
    }
    return new WheelBenchOptions(timers, delays, repetitions);
  }

  private static Stream<String> split(String value) {
    return Arrays.stream(value.split(",", -1));
  }
}
