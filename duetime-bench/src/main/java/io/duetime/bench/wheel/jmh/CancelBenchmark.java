package io.duetime.bench.wheel.jmh;

import io.duetime.bench.wheel.Delays;
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
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** Of a million pending timers cancels any one and schedules another in its place. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(value = 1, jvmArgsAppend = "-Xmx3g")
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class CancelBenchmark {
  @Param({"duetime", "duetime-locked", "netty", "agrona", "delay-queue", "scheduled-executor"})
  String store = "duetime";

  @Param("1000000")
  int pending;

  private final SplittableRandom random = new SplittableRandom(2);
  private DelaySequence delays = new DelaySequence(Delays.MINUTE);
  private PendingTimers timers = new DuetimeTimers(0, delays);

  /** Schedules all timers. */
  @Setup
  public void fill() {
    timers =
        switch (store) {
          case "netty" -> new NettyTimers(pending);
          case "scheduled-executor" -> new ExecutorTimers(pending);
          default -> ExpiryBenchmark.open(store, pending, delays);
        };
    for (int i = 0; i < pending; i++) {
      timers.schedule(i, delays.next());
    }
  }

  /** The operation that is measured. */
  @Benchmark
  public void cancelAndSchedule() {
    int index = random.nextInt(pending);
    timers.cancel(index);
    timers.schedule(index, delays.next());
  }

  /** Ends the threads of a store that has any. */
  @TearDown
  public void close() {
    timers.close();
  }
}
