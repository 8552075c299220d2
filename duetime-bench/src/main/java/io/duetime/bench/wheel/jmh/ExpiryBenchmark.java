package io.duetime.bench.wheel.jmh;

import io.duetime.bench.wheel.Delays;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Keeps a million timers pending while time runs: each expired timer is scheduled again. Stores
 * that live by the wall clock cannot take part.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(value = 1, jvmArgsAppend = "-Xmx3g")
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class ExpiryBenchmark {
  private static final int EXPIRIES = 10_000;

  @Param({"duetime", "duetime-locked", "agrona", "delay-queue"})
  String store = "duetime";

  @Param("1000000")
  int pending;

  private DelaySequence delays = new DelaySequence(Delays.MINUTE);
  private ExpiringTimers timers = new DuetimeTimers(0, delays);

  static ExpiringTimers open(String store, int pending, DelaySequence delays) {
    return switch (store) {
      case "duetime" -> new DuetimeTimers(pending, delays);
      case "duetime-locked" -> new LockedDuetimeTimers(pending, delays);
      case "agrona" -> new AgronaTimers(pending, delays);
      case "delay-queue" -> new DelayQueueTimers(pending, delays);
      default -> throw new IllegalArgumentException(store);
    };
  }

  /** Schedules all timers. */
  @Setup
  public void fill() {
    timers = open(store, pending, delays);
    for (int i = 0; i < pending; i++) {
      timers.schedule(i, delays.next());
    }
  }

  /** The operation that is measured, done ten thousand times. */
  @Benchmark
  @OperationsPerInvocation(EXPIRIES)
  public void expireAndSchedule() {
    int expired = 0;
    while (expired < EXPIRIES) {
      expired += timers.expireNext();
    }
  }
}
