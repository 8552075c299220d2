package io.duetime.bench;

import io.duetime.bench.harness.Figures;
import io.duetime.bench.harness.Group;
import io.duetime.bench.harness.Rows;
import io.duetime.bench.harness.Rows.Turn;
import io.duetime.bench.harness.Sizes;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The timing wheel beside Netty's and Agrona's, with the same delays in the same order. Those two
 * have a size to be chosen: the best of three rows of each counts.
 */
public final class WheelGroups {
  private static final long SEED = 20_261_120;

  private final boolean toAYear;
  private final int timers;
  private final int rounds;

  /** Fewer timers than a million are measured again and again until they were as many. */
  private WheelGroups(boolean toAYear, int timers, Sizes sizes) {
    this.toAYear = toAYear;
    this.timers = timers;
    this.rounds = Math.max(1, 5 * sizes.pending / timers);
  }

  /** Lists a group for each number of timers and range of delays. */
  public static List<Group> all(Sizes sizes) {
    return Stream.of(false, true)
        .flatMap(
            toAYear -> sizes.timers.stream().map(timers -> new WheelGroups(toAYear, timers, sizes)))
        .map(wheel -> {
          String range = wheel.toAYear ? "year" : "minute";
          String title = "%,d timers, delays up to a %s, ns a timer".formatted(wheel.timers, range);
          return Group.warm("wheel/" + range + "-" + wheel.timers, title, wheel::open);
        })
        .toList();
  }

  private void open(Rows rows) {
    rows.ourBase("Duetime", turn("Duetime", 0, Timers.MINUTE_MILLIS));
    if (toAYear) {
      rows.ours("Duetime, to the year's end", turn("Duetime", 0, Timers.YEAR_MILLIS));
    }
    for (String peer : List.of("Netty", "Agrona")) {
      for (int ticks : new int[] {512, 4_096, 65_536}) {
        String name = "%s, %,d ticks".formatted(peer, ticks);
        rows.peer(name, turn(peer, ticks, Timers.MINUTE_MILLIS));
      }
    }
  }

  /** Turns of the same number have the same delays, whatever the structure. */
  private Turn turn(String name, int ticks, long horizonMillis) {
    int[] number = {0};
    return () -> {
      long[] deadlines = Timers.delays(toAYear, timers, SEED + number[0]);
      int[] order = Timers.shuffled(timers, SEED + number[0]++);
      return measure(() -> Timers.open(name, timers, ticks), deadlines, order, horizonMillis);
    };
  }

  private Figures measure(
      Supplier<Timers> open, long[] deadlines, int[] order, long horizonMillis) {
    int[] indexes = new int[timers];
    Arrays.setAll(indexes, i -> i);
    long due = Arrays.stream(deadlines).filter(deadline -> deadline <= horizonMillis).count();
    System.gc(); // no structure pays for the garbage of the one before
    double schedule = 0;
    double cancel = 0;
    double expire = 0;
    for (int round = 0; round < rounds; round++) {
      try (Timers toCancel = open.get();
          Timers toExpire = open.get()) {
        long start = System.nanoTime();
        toCancel.schedule(indexes, deadlines);
        long scheduled = System.nanoTime();
        toCancel.cancel(order);
        long cancelled = System.nanoTime();
        toExpire.schedule(indexes, deadlines);
        long scheduledAgain = System.nanoTime();
        long expired = toExpire.expireUntil(horizonMillis);
        expire += (double) (System.nanoTime() - scheduledAgain) / expired;
        cancel += cancelled - scheduled;
        schedule += scheduled - start + scheduledAgain - cancelled;
        if (expired < due) {
          // A structure that leaves timers behind would look fast.
          throw new IllegalStateException("only %,d of %,d expired".formatted(expired, due));
        }
      }
    }
    double scheduleNanos = schedule / 2 / rounds / timers;
    double cancelNanos = cancel / rounds / timers;
    return new Figures()
        .with("schedule + cancel, ns", "%.1f", scheduleNanos + cancelNanos)
        .with("schedule + expire, ns", "%.1f", scheduleNanos + expire / rounds)
        .with("schedule, ns", "%.1f", scheduleNanos)
        .with("cancel, ns", "%.1f", cancelNanos);
  }
}
