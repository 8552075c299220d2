package io.duetime.bench.harness;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.IntFunction;

/** Threads that do the same over and over, each waiting for its answer before it goes on. */
public record Callers(int count) {
  private static final OperatingSystemMXBean SYSTEM =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

  /** One call. */
  @FunctionalInterface
  public interface Call {
    /** Makes it and says how many jobs it was for. */
    int make() throws Exception;
  }

  /** Makes calls for some time, one at least. */
  public Figures during(Duration time, IntFunction<Call> callOfCaller) {
    AtomicBoolean begun = new AtomicBoolean();
    long end = System.nanoTime() + time.toNanos();
    return asLongAs(
        () -> System.nanoTime() < end || begun.compareAndSet(false, true), callOfCaller);
  }

  /** Makes one call of each caller. */
  public Figures once(IntFunction<Call> callOfCaller) {
    ThreadLocal<Boolean> begun = ThreadLocal.withInitial(() -> false);
    return asLongAs(
        () -> {
          boolean isFirst = !begun.get();
          begun.set(true);
          return isFirst;
        },
        callOfCaller);
  }

  /** Makes calls until a condition is over. */
  public Figures asLongAs(BooleanSupplier condition, IntFunction<Call> callOfCaller) {
    ExecutorService threads = Executors.newFixedThreadPool(count);
    try {
      double cpu = cpuSeconds();
      long start = System.nanoTime();
      List<Future<Long>> counts = new ArrayList<>();
      for (int caller = 0; caller < count; caller++) {
        Call call = callOfCaller.apply(caller);
        counts.add(threads.submit(() -> repeat(call, condition)));
      }
      long jobs = sum(counts);
      return Figures.rate(jobs, System.nanoTime() - start)
          .with("our CPU, µs a job", "%.1f", (cpuSeconds() - cpu) * 1e6 / jobs);
    } finally {
      threads.shutdownNow();
    }
  }

  /** The processor time that this process has taken so far. */
  public static double cpuSeconds() {
    return SYSTEM.getProcessCpuTime() / 1e9;
  }

  private static long repeat(Call call, BooleanSupplier condition) throws Exception {
    long jobs = 0;
    while (condition.getAsBoolean() && !Thread.currentThread().isInterrupted()) {
      jobs += call.make();
    }
    return jobs;
  }

  private static long sum(List<Future<Long>> counts) {
    try {
      long sum = 0;
      for (Future<Long> count : counts) {
        sum += count.get();
      }
      return sum;
    } catch (ExecutionException e) {
      throw new IllegalStateException("a caller failed", e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }
}
