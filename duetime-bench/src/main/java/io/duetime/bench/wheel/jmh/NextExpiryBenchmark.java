package io.duetime.bench.wheel.jmh;

import io.duetime.internal.wheel.TimingWheel;
import io.duetime.internal.wheel.WheelTimer;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Asks for the next expiry at its best and at its worst: all timers in one slot, hours away. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(value = 1, jvmArgsAppend = "-Xmx3g")
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class NextExpiryBenchmark {
  /** The slots of level 4 begin at its multiples. */
  private static final long SLOT_MILLIS = 1L << 24;

  @Param({"1000", "1000000"})
  int pending;

  private final TimingWheel<Timer> wheel = new TimingWheel<>(0);
  private final Timer earliest = new Timer();

  /** Fills one slot. */
  @Setup
  public void fill() {
    SplittableRandom random = new SplittableRandom(3);
    wheel.schedule(earliest, SLOT_MILLIS);
    for (int i = 1; i < pending; i++) {
      wheel.schedule(new Timer(), random.nextLong(SLOT_MILLIS + 1, 2 * SLOT_MILLIS));
    }
  }

  /** Nothing was cancelled. */
  @Benchmark
  public long ask() {
    return wheel.nextExpiry();
  }

  /** The earliest timer was cancelled. */
  @Benchmark
  public long cancelTheEarliestAndAsk() {
    wheel.cancel(earliest);
    long next = wheel.nextExpiry();
    wheel.schedule(earliest, SLOT_MILLIS);
    return next;
  }

  private static final class Timer extends WheelTimer {}
}
