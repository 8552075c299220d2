package io.duetime.engine.tck.torture;

import io.duetime.engine.tck.torture.Fault.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * The faults of a run. A seed, a time and the possible kinds always give the same plan. Quiet times
 * alternate with faults, so that lateness without faults is seen too.
 */
record FaultPlan(List<Fault> faults) {
  private static final long CYCLE = 40_000;
  private static final long STORMY = 25_000;
  private static final long FIRST = 2_000;
  private static final int LONGEST_GAP = 4_000;
  private static final long SHORTEST = 100;

  static FaultPlan of(long seed, long timeMillis, Set<Kind> possible) {
    SplittableRandom random = new SplittableRandom(seed);
    List<Kind> weighted = new ArrayList<>();
    for (Kind kind : Kind.values()) {
      for (int i = 0; i < kind.weight && possible.contains(kind); i++) {
        weighted.add(kind);
      }
    }
    List<Fault> faults = new ArrayList<>();
    long at = FIRST;
    while (!weighted.isEmpty() && at < timeMillis) {
      Kind kind = weighted.get(random.nextInt(weighted.size()));
      long left = Math.min(timeMillis, at - at % CYCLE + STORMY) - at;
      faults.add(new Fault(at, kind, length(kind, left, random), random.nextInt(1 << 20)));
      at += SHORTEST + random.nextInt(LONGEST_GAP);
      if (at % CYCLE >= STORMY) {
        at += CYCLE - at % CYCLE;
      }
    }
    return new FaultPlan(List.copyOf(faults));
  }

  // Many are short and few are long: evenly spread on a logarithmic scale.
  private static long length(Kind kind, long left, SplittableRandom random) {
    double share = random.nextDouble();
    if (kind.longestMillis == 0) {
      return 0;
    }
    double factor = (double) kind.longestMillis / SHORTEST;
    return Math.min(left, Math.round(SHORTEST * Math.pow(factor, share)));
  }
}
