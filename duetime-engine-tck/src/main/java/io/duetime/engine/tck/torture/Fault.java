package io.duetime.engine.tck.torture;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * One fault of a plan.
 *
 * @param atMillis when it begins, since the start of the run
 * @param millis how long it lasts
 * @param pick which of the possible targets it hits, and what else is left to choose
 */
record Fault(long atMillis, Kind kind, long millis, int pick) {
  private static final long CYCLE = 40_000;
  private static final long STORMY = 25_000;
  private static final long FIRST = 2_000;
  private static final int LONGEST_GAP = 4_000;
  private static final long SHORTEST = 100;

  /** Groups of faults, as the option names them. */
  enum Group {
    KILL,
    PAUSE,
    NET,
    CLOCK,
    DISK,
    CLUSTER;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** What is done. */
  enum Kind {
    KILL_CLIENT(Group.KILL, 10, 2_000, "a client killed (-9), started again"),
    KILL_STORE(Group.KILL, 4, 3_000, "a process of the store killed (-9), started again"),
    PAUSE_CLIENT(Group.PAUSE, 3, 20_000, "a client stopped (SIGSTOP), continued"),
    PAUSE_STORE(Group.PAUSE, 2, 20_000, "a process of the store stopped (SIGSTOP), continued"),
    DELAY(Group.NET, 2, 10_000, "bytes between clients and store delayed"),
    LOSS(Group.NET, 1, 6_000, "bytes swallowed in both directions, then connections cut"),
    ONE_WAY(Group.NET, 1, 6_000, "requests arrive, answers are swallowed"),
    HALF_OPEN(Group.NET, 1, 6_000, "the store's side closed, the clients' side left open"),
    CUT(Group.NET, 2, 3_000, "connections cut, new ones refused"),
    CLOCK(Group.CLOCK, 2, 0, "a client started again with a moved clock (libfaketime)"),
    DISK_FULL(Group.DISK, 2, 4_000, "the store's disk filled"),
    FAIL_OVER(Group.CLUSTER, 2, 0, "a replica made master (CLUSTER FAILOVER)"),
    MOVE_SLOT(Group.CLUSTER, 2, 0, "the slot of a queue moved to another master"),
    RESHARD(Group.CLUSTER, 2, 0, "the number of shards of a queue changed");

    final Group group;
    final int weight;
    final long longestMillis;
    final String text;

    Kind(Group group, int weight, long longestMillis, String text) {
      this.group = group;
      this.weight = weight;
      this.longestMillis = longestMillis;
      this.text = text;
    }
  }

  /**
   * Plans the faults of a run. A seed, a time and the possible kinds always give the same plan.
   * Quiet times alternate with faults, so that lateness without faults is seen too.
   */
  static List<Fault> plan(long seed, long timeMillis, Set<Kind> possible) {
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
    return List.copyOf(faults);
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

  /** The one of some targets that it hits. */
  <T> T pick(List<T> targets) {
    return targets.get(pick % targets.size());
  }

  @Override
  public String toString() {
    return String.format("%8.1f s  %-12s %6d ms  pick %d", atMillis / 1e3, kind, millis, pick);
  }
}
