package io.duetime.kernel.recurring;

import io.duetime.Schedule;
import io.duetime.engine.ClaimResult;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Finds and counts missed ticks, within bounds. */
final class MissedCount {
  /** The most missed ticks that run. */
  private static final int MOST_RUN = 1_000;

  /** The most missed ticks that are counted at once: some tens of milliseconds of work. */
  private static final long MOST_COUNTED = 100_000;

  private MissedCount() {}

  static long nextAfter(Schedule schedule, long moment) {
    return schedule
        .nextAfter(Instant.ofEpochMilli(moment))
        .map(Instant::toEpochMilli)
        .orElse(ClaimResult.NEVER);
  }

  /** The latest tick up to a moment, or −1 without one. */
  static long latest(Schedule schedule, long moment) {
    return moment < 0
        ? -1
        : schedule
            .latestAtOrBefore(Instant.ofEpochMilli(moment))
            .map(Instant::toEpochMilli)
            .orElse(-1L);
  }

  /** Up to {@code most} ticks up to a moment, the latest first. */
  static List<Long> lookBack(Schedule schedule, long moment, int most) {
    List<Long> ticks = new ArrayList<>();
    long tick = latest(schedule, moment);
    while (tick >= 0 && ticks.size() < most) {
      ticks.add(tick);
      tick = latest(schedule, tick - 1);
    }
    return ticks;
  }

  /** The first of the latest thousand ticks from {@code next} to now. */
  static long firstOfLatest(Schedule schedule, long next, long now) {
    if (between(schedule, next, now + 1, MOST_RUN) < MOST_RUN) {
      return next;
    }
    long first = latest(schedule, now);
    for (int run = 1; run < MOST_RUN && first > next; run++) {
      first = latest(schedule, first - 1);
    }
    return Math.max(first, next);
  }

  /** How many ticks are between two moments, both left out, as far as they are counted. */
  static long between(Schedule schedule, long from, long to) {
    return between(schedule, from, to, MOST_COUNTED);
  }

  private static long between(Schedule schedule, long from, long to, long most) {
    long count = 0;
    long tick = nextAfter(schedule, from);
    while (tick < to && count < most) {
      count++;
      tick = nextAfter(schedule, tick);
    }
    return count;
  }
}
