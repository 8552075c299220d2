package io.duetime.bench.wheel;

import io.duetime.bench.Flags;
import java.util.List;
import java.util.Set;

/**
 * What to measure.
 *
 * @param timers the numbers of pending timers
 * @param delays how far away they are
 * @param peers which other wheels take part
 * @param repetitions how often each store is measured
 */
record WheelBenchOptions(
    List<Integer> timers, List<Delays> delays, List<Peer> peers, int repetitions) {
  private static final String USAGE =
      "usage: wheel [--timers 10000,1000000] [--delays minute,year] [--peers netty,agrona]"
          + " [--repetitions 5]";
  private static final Set<String> KNOWN = Set.of("timers", "delays", "peers", "repetitions");

  static WheelBenchOptions parse(String... args) {
    Flags flags = Flags.parse(USAGE, KNOWN, args);
    return new WheelBenchOptions(
        flags.get("timers", List.of(10_000, 1_000_000), Integer::valueOf),
        flags.get("delays", Delays.class),
        flags.get("peers", Peer.class),
        (int) flags.get("repetitions", 5));
  }
}
