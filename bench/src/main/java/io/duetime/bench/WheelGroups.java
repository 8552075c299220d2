package io.duetime.bench;

import io.duetime.bench.harness.Figures;
import io.duetime.bench.harness.Group;
import io.duetime.bench.harness.Rows;
import io.duetime.bench.harness.Rows.Turn;
import io.duetime.bench.harness.Sizes;
import io.duetime.wheel.TimingWheel;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import javax.management.JMException;
import javax.management.ObjectName;

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
    this.rounds = Math.max(1, sizes.pending / timers);
  }

  /** Lists a group for each number of timers and range of delays, and that of the next expiry. */
  public static List<Group> all(Sizes sizes) {
    Stream<Group> next =
        Stream.of(
            Group.warm(
                "wheel/next-expiry",
                "asking for the next expiry, all timers in one slot hours away",
                rows ->
                    sizes.timers.forEach(timers ->
                        rows.ours("%,d timers".formatted(timers), () -> nextExpiry(timers)))));
    return Stream.concat(groups(sizes), next).toList();
  }

  private static Stream<Group> groups(Sizes sizes) {
    return Stream.of(false, true)
        .flatMap(
            toAYear -> sizes.timers.stream().map(timers -> new WheelGroups(toAYear, timers, sizes)))
        .map(wheel -> {
          String range = wheel.toAYear ? "year" : "minute";
          String title = "%,d timers, delays up to a %s, ns a timer".formatted(wheel.timers, range);
          return Group.warm("wheel/" + range + "-" + wheel.timers, title, wheel::open);
        });
  }

  private void open(Rows rows) {
    rows.ourBase("Duetime", turn("Duetime", 0, Timers.MINUTE_MILLIS));
    if (toAYear) {
      rows.ours("Duetime, to the year's end", turn("Duetime", 0, Timers.YEAR_MILLIS));
    }
    if (timers <= 10_000) {
      // With more, it takes minutes to remove them all.
      rows.peer("DelayQueue", turn("DelayQueue", 0, Timers.MINUTE_MILLIS));
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
    double before = liveBytes();
    try (Timers pending = open.get()) {
      pending.schedule(indexes, deadlines);
      return new Figures()
          .with("schedule + cancel, ns", "%.1f", scheduleNanos + cancelNanos)
          .with("schedule + expire, ns", "%.1f", scheduleNanos + expire / rounds)
          .with("schedule, ns", "%.1f", scheduleNanos)
          .with("cancel, ns", "%.1f", cancelNanos)
          .with("bytes a timer, with handles", "%.1f", (liveBytes() - before) / timers);
    }
  }

  private static Figures nextExpiry(int timers) {
    long slotMillis = 1L << 24; // the slots of level 4 begin at its multiples
    TimingWheel<Timers.OfDuetime.Timer> wheel = new TimingWheel<>(0);
    Timers.OfDuetime.Timer earliest = new Timers.OfDuetime.Timer();
    SplittableRandom random = new SplittableRandom(3);
    wheel.schedule(earliest, slotMillis);
    for (int i = 1; i < timers; i++) {
      long deadline = random.nextLong(slotMillis + 1, 2 * slotMillis);
      wheel.schedule(new Timers.OfDuetime.Timer(), deadline);
    }
    int times = 10_000_000;
    long sum = 0;
    long start = System.nanoTime();
    for (int i = 0; i < times; i++) {
      sum += wheel.nextExpiry();
    }
    long asked = System.nanoTime();
    wheel.cancel(earliest);
    long cancelled = System.nanoTime();
    sum += wheel.nextExpiry();
    return new Figures()
        .with("ns", "%.1f", (double) (asked - start) / times + (sum == 0 ? 1 : 0))
        .with(
            "after the earliest was cancelled, ms", "%.2f", (System.nanoTime() - cancelled) / 1e6);
  }

  /** An object with a finalizer lives until the finalizer's thread has come to it. */
  private static double liveBytes() {
    return LongStream.generate(WheelGroups::weigh).limit(3).min().orElseThrow();
  }

  /**
   * Sums up the JVM's histogram of live objects: the figure of the memory bean would also count the
   * allocation buffers of threads, which are megabytes.
   */
  private static long weigh() {
    LockSupport.parkNanos(100_000_000);
    try {
      Object histogram =
          ManagementFactory.getPlatformMBeanServer()
              .invoke(
                  new ObjectName("com.sun.management:type=DiagnosticCommand"),
                  "gcClassHistogram",
                  new Object[] {new String[0]},
                  new String[] {String[].class.getName()});
      String total = histogram.toString().lines().reduce((line, next) -> next).orElseThrow();
      return Long.parseLong(total.strip().split("\\s+", -1)[2]); // Total, objects, bytes
    } catch (JMException e) {
      throw new IllegalStateException("no histogram of the heap", e);
    }
  }
}
