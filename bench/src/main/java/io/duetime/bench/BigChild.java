package io.duetime.bench;

import io.duetime.Durability;
import io.duetime.bench.harness.Callers;
import io.duetime.bench.harness.EngineCalls;
import io.duetime.bench.harness.JobSource;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.DueTime;
import io.duetime.engine.Engine;
import io.duetime.engine.JobBody;
import io.duetime.engine.JobSpec;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * What runs in a process of its own, with a small heap: one task on one store. It tells figures in
 * lines, then that it is ready, and waits to be killed. Jobs are made from numbers, so that any of
 * millions can be named again without keeping its id.
 */
final class BigChild {
  static final String READY = "ready";

  private static final int LOAD_BATCH = 500;
  private static final int BATCH = 100;
  private static final int BATCHED = 2_000;
  private static final int SINGLE = 500;
  private static final int WARM_UP_JOBS = 10_000;
  private static final long FIRST_MILLIS = 1_700_000_000_000L;
  private static final int ID_BYTES = 26;
  private static final double GOLDEN = 0.618_033_988_749_895; // steps by it come nowhere twice soon
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private final Engine engine;
  private final EngineCalls calls;
  private final Path folder;
  private final Range range;
  private final int payloadBytes;
  private final long now = System.currentTimeMillis();

  /** When the jobs are due: a day to a year ahead, or within the day that is over. */
  enum Range {
    FAR,
    OVERDUE
  }

  private BigChild(Engine engine, Path folder, Range range, int payloadBytes) {
    this.engine = engine;
    this.calls = new EngineCalls(engine, "big", Durability.NONE);
    this.folder = folder;
    this.range = range;
    this.payloadBytes = payloadBytes;
  }

  /** Takes a task, the folder of the store, a range, a number of jobs and the size of payloads. */
  public static void main(String... args) throws Exception {
    Path folder = Path.of(args[1]);
    long start = System.nanoTime();
    try (Engine engine = EngineCalls.open("embedded:" + folder.resolve("store"))) {
      double openMillis = (System.nanoTime() - start) / 1e6;
      int payloadBytes = Integer.parseInt(args[4]);
      BigChild child = new BigChild(engine, folder, Range.valueOf(args[2]), payloadBytes);
      long jobs = Long.parseLong(args[3]);
      switch (args[0]) {
        case "load" -> child.load(jobs);
        case "cost" -> child.cost(jobs, openMillis);
        case "churn" -> child.churn(jobs);
        default -> throw new IllegalArgumentException(args[0]);
      }
      System.out.println(READY);
      Thread.sleep(TimeUnit.HOURS.toMillis(1));
    }
  }

  private static void tell(String name, double figure) {
    System.out.println(name + ": " + figure);
  }

  private static List<String> ids(LongStream numbers) {
    return numbers
        .mapToObj(number -> {
          SplittableRandom bits = new SplittableRandom(number);
          long millis = FIRST_MILLIS + number / 100;
          return JobSource.id(millis, bits.nextLong(), bits.nextLong());
        })
        .toList();
  }

  private static List<String> ids(long from, long count) {
    return ids(LongStream.range(from, from + count));
  }

  /** Schedules jobs, each with the same delay in each process. */
  private void schedule(EngineCalls store, List<String> ids, Durability durability) {
    long day = TimeUnit.DAYS.toMillis(1);
    schedule(
        store,
        ids,
        durability,
        random ->
            range == Range.FAR ? day + random.nextLong(364 * day) : -1 - random.nextLong(day));
  }

  private interface Delay {
    long millis(SplittableRandom random);
  }

  private void schedule(EngineCalls store, List<String> ids, Durability durability, Delay delay) {
    List<JobSpec> jobs = new ArrayList<>();
    for (String id : ids) {
      SplittableRandom random = new SplittableRandom(id.hashCode());
      JobBody body = JobBody.of(JobSource.payload(payloadBytes, random));
      jobs.add(JobSpec.builder(id, body, DueTime.at(now + delay.millis(random))).build());
    }
    store.schedule(jobs, durability);
  }

  /** Fills the store, 4 callers with batches of 500 that have to reach the disk. */
  private void load(long jobs) throws IOException {
    AtomicLong next = new AtomicLong();
    long start = System.nanoTime();
    Callers.Call loading =
        () -> {
          long from = next.getAndAdd(LOAD_BATCH);
          long count = Math.max(0, Math.min(LOAD_BATCH, jobs - from));
          schedule(calls, ids(from, count), Durability.FSYNCED);
          return (int) count;
        };
    new Callers(4).asLongAs(() -> next.get() < jobs, caller -> loading);
    tell("loaded, jobs/s", jobs * 1e9 / (System.nanoTime() - start));
    tell("memory while loading, at most, MiB", residentPeakMiB());
    tell("tables, MiB", fileMiB(false));
    tell("logs, MiB", fileMiB(true));
  }

  /**
   * Measures what cancelling and claiming cost, without waiting for stable storage. The same is
   * done on a queue of 10,000 before, so that the compiler has seen it.
   */
  private void cost(long pending, double openMillis) {
    tell("opening after kill -9, ms", openMillis);
    long start = System.nanoTime();
    tell("jobs that wait", (double) calls.waiting());
    tell("the first counts, ms", (System.nanoTime() - start) / 1e6);
    EngineCalls warmUp = new EngineCalls(engine, "warm-up", Durability.NONE);
    schedule(warmUp, ids(0, WARM_UP_JOBS), Durability.NONE);
    for (int i = 0; i < 5; i++) {
      measure(warmUp, WARM_UP_JOBS, false);
    }
    EngineCalls.await(engine.deleteQueue(warmUp.queue()));
    measure(calls, pending, true);
  }

  private void measure(EngineCalls store, long pending, boolean tells) {
    List<String> some = someOf(pending);
    measure("cancel", tells, some, store::cancel);
    schedule(store, some, Durability.NONE);
    if (range == Range.FAR) {
      schedule(store, ids(pending, BATCHED + SINGLE), Durability.NONE, random -> -1);
    }
    List<ClaimedJob> claimed = new ArrayList<>();
    measure("claim", tells, some, ids -> claimed.addAll(store.claim(ids.size()).jobs()));
    if (claimed.size() != some.size()) {
      throw new IllegalStateException("claimed " + claimed.size() + " of " + some.size());
    }
    store.acknowledge(claimed);
    if (range == Range.OVERDUE) {
      schedule(store, claimed.stream().map(job -> job.lease().id()).toList(), Durability.NONE);
    }
  }

  private static void measure(
      String what, boolean tells, List<String> ids, Consumer<List<String>> call) {
    measure(what + ", 100 a call", tells, ids.subList(0, BATCHED), BATCH, call);
    measure(what + ", one a call", tells, ids.subList(BATCHED, ids.size()), 1, call);
  }

  private static void measure(
      String what, boolean tells, List<String> ids, int size, Consumer<List<String>> call) {
    long cpu = storeCpuNanos();
    long start = System.nanoTime();
    for (int from = 0; from < ids.size(); from += size) {
      call.accept(ids.subList(from, from + size));
    }
    if (tells) {
      tell(what + ", µs a job", (System.nanoTime() - start) / 1e3 / ids.size());
      tell(what + ", CPU, µs a job", (storeCpuNanos() - cpu) / 1e3 / ids.size());
    }
  }

  /** Processor time of the store's threads, which other load hardly changes. */
  private static long storeCpuNanos() {
    long sum = 0;
    for (ThreadInfo thread : THREADS.getThreadInfo(THREADS.getAllThreadIds())) {
      if (thread != null && thread.getThreadName().startsWith("duetime-store")) {
        sum += THREADS.getThreadCpuTime(thread.getThreadId());
      }
    }
    return sum;
  }

  // Neighbours share a block of the file: the ids are as far from one another as they can be.
  private static List<String> someOf(long pending) {
    long first = new SplittableRandom().nextLong(pending);
    long step = (long) (pending * GOLDEN);
    while (!BigInteger.valueOf(step).gcd(BigInteger.valueOf(pending)).equals(BigInteger.ONE)) {
      step++;
    }
    long stride = step;
    return ids(LongStream.range(0, BATCHED + SINGLE).map(i -> (first + i * stride) % pending));
  }

  /**
   * Keeps some jobs that are far ahead while ten times as many come and are cancelled, each some
   * time after it came, and then waits for a minute.
   */
  private void churn(long live) throws InterruptedException, IOException {
    double liveMiB = live * (double) (payloadBytes + ID_BYTES) / (1 << 20);
    for (long next = 0; next < live; next += LOAD_BATCH) {
      schedule(calls, ids(next, LOAD_BATCH), Durability.NONE);
    }
    tell("loaded", fileMiB(false) / liveMiB);
    long lag = live / 5 / LOAD_BATCH * LOAD_BATCH;
    long end = live * 11;
    for (long next = live; next < end + lag; next += LOAD_BATCH) {
      if (next < end) {
        schedule(calls, ids(next, LOAD_BATCH), Durability.NONE);
      }
      if (next - lag >= live) {
        calls.cancel(ids(next - lag, LOAD_BATCH));
      }
    }
    tell("others cancelled", fileMiB(false) / liveMiB);
    Thread.sleep(TimeUnit.MINUTES.toMillis(1));
    tell("a minute later", fileMiB(false) / liveMiB);
    tell("logs then, MiB", fileMiB(true));
  }

  private static double residentPeakMiB() throws IOException {
    try (Stream<String> lines = Files.lines(Path.of("/proc/self/status"))) {
      String peak = lines.filter(line -> line.startsWith("VmHWM:")).findFirst().orElse("0");
      return Double.parseDouble(peak.replaceAll("\\D", "")) / 1024;
    }
  }

  /** The files that are logs, or those that are not; without the space that is kept in reserve. */
  private double fileMiB(boolean logs) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files
              .filter(file -> !file.endsWith("ballast"))
              .filter(file -> file.toString().endsWith(".log") == logs)
              .mapToDouble(file -> file.toFile().isFile() ? file.toFile().length() : 0)
              .sum()
          / (1 << 20);
    }
  }
}
