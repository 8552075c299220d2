package io.duetime.bench.comparison;

import io.duetime.bench.harness.Callers;
import io.duetime.bench.harness.JobSource;
import io.duetime.bench.peer.Job;
import io.duetime.bench.peer.Peer;
import io.duetime.bench.peer.Peer.UnsupportedException;
import io.duetime.bench.peer.Place;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/** What is measured of one system, the same of all, each with an empty store of its own. */
final class Runs {
  private static final int BATCH = 500;
  private static final int CALLERS = 50;
  private static final int SAMPLES = 500;
  private static final int IDLE_CONSUMERS = 10;
  private static final int IDLE_JOBS = 1_000;
  private static final int RATE = 1_000;
  private static final int PRODUCERS = 8;
  private static final long SAMPLING_NANOS = TimeUnit.SECONDS.toNanos(3);
  private static final long DAY_MILLIS = TimeUnit.DAYS.toMillis(1);

  private final Peer peer;
  private final Place place;
  private final int consumers;
  private final Load load;
  private final Findings out;
  private final SplittableRandom random = new SplittableRandom(1);

  Runs(Peer peer, Place place, int consumers, Load load, Findings out) {
    this.peer = peer;
    this.place = place;
    this.consumers = consumers;
    this.load = load;
    this.out = out;
  }

  /** Runs one by its name. */
  void run(String name) throws Exception {
    warmUp();
    switch (name) {
      case "schedule" -> schedule();
      case "drain" -> drain();
      case "steady" -> steady();
      case "burst" -> due(load.burst(), 1);
      case "wave" -> due(load.wave(), 1_000);
      case "pending" -> pending();
      case "idle" -> idle();
      default -> throw new IllegalArgumentException("no run " + name);
    }
  }

  /** Loads classes and opens connections, so that the times that follow are of jobs. */
  private void warmUp() throws Exception {
    peer.schedule(farJob(new JobSource(-1)));
    try {
      peer.scheduleAll(List.of(farJob(new JobSource(-2))));
    } catch (UnsupportedException none) {
      // The run that measures it says so.
    }
  }

  /** Jobs a second by one caller, by 50, and by batches; all are due in a day or so. */
  private void schedule() throws Exception {
    scheduling(CALLERS, Math.min(1, load.seconds())); // warms up
    out.put("one", () -> scheduling(1, load.seconds()));
    double before = Cpu.seconds(place.pid()) + Cpu.ownSeconds();
    double rate = scheduling(CALLERS, load.seconds());
    double cpu = Cpu.seconds(place.pid()) + Cpu.ownSeconds() - before;
    out.put("fifty", rate);
    out.put("cpu", cpu * 1e6 / (rate * load.seconds()));
    out.put(
        "batch",
        () -> {
          batch(List.of(farJob(new JobSource(-1))));
          return calling(4, load.seconds(), source -> {
            batch(Stream.generate(() -> farJob(source)).limit(BATCH).toList());
            return BATCH;
          });
        });
  }

  private void batch(List<Job> jobs) throws Exception {
    peer.scheduleAll(jobs);
  }

  private double scheduling(int callers, double seconds) {
    return calling(callers, seconds, source -> {
      peer.schedule(farJob(source));
      return 1;
    });
  }

  private interface Call {
    int make(JobSource source) throws Exception;
  }

  private static double calling(int callers, double seconds, Call call) {
    AtomicLong jobs = new AtomicLong();
    long begun = System.nanoTime();
    new Callers(callers)
        .during(Duration.ofMillis((long) (seconds * 1_000)), caller -> {
          JobSource source = new JobSource(caller);
          return () -> {
            int made = call.make(source);
            jobs.addAndGet(made);
            return made;
          };
        });
    return jobs.get() * 1e9 / (System.nanoTime() - begun);
  }

  private Job farJob(JobSource source) {
    return Job.of(source, farDue());
  }

  /** Schedules so many jobs by the fastest way, or as many as the time allows. */
  private List<Job> fill(int jobs, long untilMillis, LongSupplier dues) throws Exception {
    List<Job> all = Collections.synchronizedList(new ArrayList<>(jobs));
    AtomicInteger left = new AtomicInteger(jobs);
    AtomicBoolean isOneByOne = new AtomicBoolean();
    try {
      all.addAll(scheduled(List.of(Job.of(new JobSource(-2), dues.getAsLong()))));
      left.decrementAndGet();
    } catch (UnsupportedException none) {
      isOneByOne.set(true);
    }
    int size = isOneByOne.get() ? 1 : Math.min(BATCH, 1 + jobs / 20);
    new Callers(isOneByOne.get() ? CALLERS : 4)
        .asLongAs(
            () -> left.get() > 0 && System.currentTimeMillis() < untilMillis,
            caller -> {
              JobSource source = new JobSource(caller);
              return () -> {
                int count = Math.min(size, left.getAndAdd(-size));
                List<Job> batch =
                    Stream.generate(() -> Job.of(source, dues.getAsLong()))
                        .limit(Math.max(0, count))
                        .toList();
                if (isOneByOne.get()) {
                  for (Job job : batch) {
                    peer.schedule(job);
                  }
                  all.addAll(batch);
                } else if (!batch.isEmpty()) {
                  all.addAll(scheduled(batch));
                }
                return batch.size();
              };
            });
    return all;
  }

  private List<Job> scheduled(List<Job> jobs) throws Exception {
    peer.scheduleAll(jobs);
    return jobs;
  }

  private long loadMillis() {
    return (long) (load.loadSeconds() * 1_000);
  }

  /** Jobs a second of consumers that find jobs which have become due one after the other. */
  private void drain() throws Exception {
    long until = System.currentTimeMillis() + loadMillis();
    int jobs = fill(load.jobs(), until, System::currentTimeMillis).size();
    Arrivals arrivals = new Arrivals();
    double cpu = Cpu.seconds(place.pid()) + Cpu.ownSeconds();
    long begun = System.nanoTime();
    peer.consume(consumers, arrivals);
    arrivals.await(jobs, System.currentTimeMillis(), load.waitSeconds());
    long nanos = System.nanoTime() - begun;
    out.put("jobs", arrivals.count());
    out.put("rate", arrivals.count() * 1e9 / nanos);
    out.put(
        "cpu",
        (Cpu.seconds(place.pid()) + Cpu.ownSeconds() - cpu) * 1e6 / Math.max(1, arrivals.count()));
  }

  /** How late jobs come of which so many a second are scheduled one to five seconds ahead. */
  private void steady() throws Exception {
    Arrivals warmUp = new Arrivals();
    Arrivals arrivals = new Arrivals();
    AtomicLong begunMillis = new AtomicLong(Long.MAX_VALUE);
    peer.consume(
            consumers,
            job -> (job.dueMillis() < begunMillis.get() ? warmUp : arrivals).accept(job));
    long before = steadily(Math.min(2, load.latenessSeconds()), 1, 500);
    warmUp.await(before, System.currentTimeMillis(), load.waitSeconds() / 4);
    begunMillis.set(System.currentTimeMillis());
    long scheduled = steadily(load.latenessSeconds(), 1_000, 5_000);
    out.put("rate", scheduled / load.latenessSeconds());
    arrivals.await(scheduled, System.currentTimeMillis() + 5_000, load.waitSeconds());
    arrivals.write(out, scheduled);
  }

  /** Schedules at the ticks of a fixed rate, and returns how many. */
  private long steadily(double seconds, long fromMillis, long toMillis) {
    long step = peer.stepMillis();
    long interval = TimeUnit.SECONDS.toNanos(PRODUCERS) / RATE;
    long begun = System.nanoTime();
    AtomicLong count = new AtomicLong();
    new Callers(PRODUCERS)
        .during(
            Duration.ofMillis((long) (seconds * 1_000)),
            caller -> {
              JobSource source = new JobSource(caller);
              long[] tick = {begun + interval * caller / PRODUCERS};
              return () -> {
                awaitTick(tick[0]);
                tick[0] += interval;
                long delay = roundedUp(random(fromMillis, toMillis), step);
                peer.schedule(Job.of(source, System.currentTimeMillis() + delay));
                count.incrementAndGet();
                return 1;
              };
            });
    return count.get();
  }

  private static void awaitTick(long nanoTime) {
    for (long left = nanoTime - System.nanoTime(); left > 0; left = nanoTime - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }

  private static long roundedUp(long number, long step) {
    return (number + step - 1) / step * step;
  }

  private long random(long from, long to) {
    synchronized (random) {
      return random.nextLong(from, to);
    }
  }

  /** How late many jobs come that are due within so many milliseconds. */
  private void due(int jobs, int withinMillis) throws Exception {
    Arrivals arrivals = new Arrivals();
    AtomicInteger next = new AtomicInteger();
    peer.consume(consumers, arrivals);
    Thread.sleep(500); // until the consumers wait
    long begun = System.currentTimeMillis();
    long due = begun + roundedUp(loadMillis() + 1_000, peer.stepMillis());
    int scheduled =
        fill(jobs, begun + loadMillis(), () -> due + next.getAndIncrement() % withinMillis)
            .size();
    arrivals.await(scheduled, due + withinMillis, load.waitSeconds());
    arrivals.write(out, scheduled);
  }

  /** The size of a job that waits, and what changing one costs beside few and many. */
  private void pending() throws Exception {
    try {
      peer.storedBytes(); // warms up
    } catch (UnsupportedException none) {
      out.none("bytes", none.getMessage());
    }
    double before = bytes();
    List<Job> all = new ArrayList<>();
    for (int jobs : new int[] {load.jobs() / 100, load.jobs() / 10, load.jobs()}) {
      long until = System.currentTimeMillis() + loadMillis();
      all.addAll(fill(jobs - all.size(), until, this::farDue));
      if (jobs == load.jobs()) {
        out.put("pending", all.size());
        if (!Double.isNaN(before)) {
          out.put("bytes", (bytes() - before) / all.size());
        }
      }
      changing(all);
    }
  }

  private double bytes() throws Exception {
    try {
      return peer.storedBytes();
    } catch (UnsupportedException none) {
      return Double.NaN;
    }
  }

  private long farDue() {
    return System.currentTimeMillis() + DAY_MILLIS + random(0, DAY_MILLIS);
  }

  /** Some are moved and others cancelled; those are replaced. */
  private void changing(List<Job> all) throws Exception {
    String beside = "." + all.size();
    JobSource source = new JobSource(-3);
    timed("schedule" + beside, all.size(), place -> {
      peer.schedule(Job.of(source, farDue()));
      return true;
    });
    timed("move" + beside, all.size(), place -> peer.move(all.get(place), farDue()));
    timed("cancel" + beside, all.size(), place -> peer.cancel(all.get(place)));
  }

  private interface Change {
    boolean make(int place) throws Exception;
  }

  /** Makes changes at places as far apart as possible, the first fifth of them for warmth. */
  private void timed(String name, int size, Change change) throws Exception {
    Histogram micros = new Histogram(3);
    int failed = 0;
    int samples = Math.min(SAMPLES, Math.max(1, size / 4));
    long end = System.nanoTime() + SAMPLING_NANOS;
    try {
      for (int i = 0; i < samples && System.nanoTime() < end; i++) {
        long begun = System.nanoTime();
        boolean hasChanged = change.make(size / samples * i + (name.startsWith("move") ? 0 : 1));
        if (i >= samples / 5 || System.nanoTime() + SAMPLING_NANOS / 2 > end) {
          micros.recordValue((System.nanoTime() - begun) / 1_000);
        }
        failed += hasChanged ? 0 : 1;
      }
    } catch (UnsupportedException none) {
      out.none(name, none.getMessage());
      return;
    }
    out.put(name + ".p50", micros.getValueAtPercentile(50));
    out.put(name + ".p99", micros.getValueAtPercentile(99));
    if (failed > 0) {
      out.put(name + ".failed", failed);
    }
  }

  /** What consumers cost that have nothing to do. */
  private void idle() throws Exception {
    long until = System.currentTimeMillis() + loadMillis();
    fill(IDLE_JOBS, until, this::farDue);
    peer.consume(IDLE_CONSUMERS, job -> {});
    rest();
    double own = Cpu.ownSeconds();
    double server = Cpu.seconds(place.pid());
    double commands = commands();
    rest();
    double percent = 100 / load.idleSeconds();
    out.put("own", (Cpu.ownSeconds() - own) * percent);
    if (place.hasServer()) {
      out.put("server", (Cpu.seconds(place.pid()) - server) * percent);
    }
    if (!Double.isNaN(commands)) {
      out.put("commands", (commands() - commands) / load.idleSeconds());
    }
  }

  private double commands() throws Exception {
    try {
      return peer.commands();
    } catch (UnsupportedException none) {
      return Double.NaN;
    }
  }

  private void rest() throws InterruptedException {
    Thread.sleep((long) (load.idleSeconds() * 1_000));
  }
}
