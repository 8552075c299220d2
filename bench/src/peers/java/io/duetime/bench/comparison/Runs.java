package io.duetime.bench.comparison;

import io.duetime.bench.harness.Callers;
import io.duetime.bench.harness.Figures;
import io.duetime.bench.harness.JobSource;
import io.duetime.bench.harness.Lateness;
import io.duetime.bench.harness.LinuxProcess;
import io.duetime.bench.peer.Job;
import io.duetime.bench.peer.Peer;
import io.duetime.bench.peer.Place;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** What is measured of one system, the same of all, each with an empty store of its own. */
record Runs(Peer peer, Place place, int consumers, Load load) {
  private static final int BATCH = 500;
  private static final int CALLERS = 50;
  private static final int SAMPLES = 500;
  private static final int IDLE_CONSUMERS = 10;
  private static final int IDLE_JOBS = 1_000;
  private static final int RATE = 1_000;
  private static final int PRODUCERS = 8;
  private static final String NO_MOVING = "no moving: cancel and schedule again";
  private static final long SAMPLING_NANOS = TimeUnit.SECONDS.toNanos(3);
  private static final long DAY_MILLIS = TimeUnit.DAYS.toMillis(1);

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
    schedule(List.of(farJob(new JobSource(-1))));
    schedule(List.of(farJob(new JobSource(-2)), farJob(new JobSource(-3))));
  }

  /** Jobs a second by one caller, by 50, and by batches; all are due in a day or two. */
  private void schedule() throws Exception {
    scheduling(CALLERS, 1, Math.min(1, load.seconds()));
    Child.put("one", scheduling(1, 1, load.seconds()));
    double before = cpuSeconds();
    double rate = scheduling(CALLERS, 1, load.seconds());
    Child.put("fifty", rate);
    Child.put("cpu", (cpuSeconds() - before) * 1e6 / (rate * load.seconds()));
    if (peer.scheduleAll != null) {
      Child.put("batch", scheduling(4, BATCH, load.seconds()));
    } else {
      Child.none("batch", "no call for several jobs");
    }
  }

  private double cpuSeconds() {
    return place.cpuSeconds() + ownSeconds();
  }

  private static double ownSeconds() {
    return Callers.cpuSeconds() + LinuxProcess.self().childrenSeconds();
  }

  private double scheduling(int callers, int size, double seconds) {
    long begun = System.nanoTime();
    Figures figures =
        new Callers(callers)
            .during(
                millis(seconds),
                caller -> {
                  JobSource source = new JobSource(caller);
                  return () -> {
                    schedule(Stream.generate(() -> farJob(source)).limit(size).toList());
                    return size;
                  };
                });
    return figures.jobs() * 1e9 / (System.nanoTime() - begun);
  }

  private void schedule(List<Job> jobs) throws Exception {
    Peer.Call<List<Job>> batches = peer.scheduleAll;
    if (batches != null && jobs.size() > 1) {
      batches.make(jobs);
    } else {
      for (Job job : jobs) {
        peer.schedule.make(job);
      }
    }
  }

  private static Duration millis(double seconds) {
    return Duration.ofMillis((long) (seconds * 1_000));
  }

  private Job farJob(JobSource source) {
    return Job.of(source, farDue());
  }

  private static long farDue() {
    return System.currentTimeMillis()
        + DAY_MILLIS
        + ThreadLocalRandom.current().nextLong(DAY_MILLIS);
  }

  /** Schedules so many jobs by the fastest way, or as many as the time allows. */
  private List<Job> fill(int jobs, LongSupplier dues) {
    long until = System.nanoTime() + millis(load.loadSeconds()).toNanos();
    List<Job> all = Collections.synchronizedList(new ArrayList<>(jobs));
    AtomicInteger left = new AtomicInteger(jobs);
    int size = peer.scheduleAll != null ? BATCH : 1;
    new Callers(peer.scheduleAll != null ? 4 : CALLERS)
        .asLongAs(
            () -> left.get() > 0 && System.nanoTime() < until,
            caller -> {
              JobSource source = new JobSource(caller);
              return () -> {
                int count = Math.max(0, Math.min(size, left.getAndAdd(-size)));
                List<Job> batch =
                    Stream.generate(() -> Job.of(source, dues.getAsLong())).limit(count).toList();
                schedule(batch);
                all.addAll(batch);
                return count;
              };
            });
    return all;
  }

  /** Jobs a second of consumers that find jobs which have become due one after the other. */
  private void drain() throws Exception {
    int jobs = fill(load.jobs(), System::currentTimeMillis).size();
    Arrivals arrivals = new Arrivals();
    double cpu = cpuSeconds();
    long begun = System.nanoTime();
    peer.consume.start(consumers, arrivals);
    arrivals.await(jobs, System.currentTimeMillis(), load.waitSeconds());
    long came = arrivals.count();
    Child.put("jobs", came);
    Child.put("rate", came * 1e9 / (System.nanoTime() - begun));
    Child.put("cpu", (cpuSeconds() - cpu) * 1e6 / Math.max(1, came));
  }

  /** How late jobs come of which so many a second are scheduled one to five seconds ahead. */
  private void steady() throws Exception {
    Arrivals warmUp = new Arrivals();
    Arrivals arrivals = new Arrivals();
    AtomicLong begunMillis = new AtomicLong(Long.MAX_VALUE);
    peer.consume.start(
        consumers, job -> (job.dueMillis() < begunMillis.get() ? warmUp : arrivals).accept(job));
    long before = steadily(Math.min(2, load.latenessSeconds()), 1, 500);
    warmUp.await(before, System.currentTimeMillis(), load.waitSeconds() / 4);
    begunMillis.set(System.currentTimeMillis());
    long scheduled = steadily(load.latenessSeconds(), 1_000, 5_000);
    Child.put("rate", scheduled / load.latenessSeconds());
    arrivals.await(scheduled, System.currentTimeMillis() + 5_000, load.waitSeconds());
    arrivals.write(scheduled);
  }

  /** Schedules at the ticks of a fixed rate, and returns how many. */
  private long steadily(double seconds, long fromMillis, long toMillis) {
    long interval = TimeUnit.SECONDS.toNanos(PRODUCERS) / RATE;
    long begun = System.nanoTime();
    return new Callers(PRODUCERS)
        .during(
            millis(seconds),
            caller -> {
              JobSource source = new JobSource(caller);
              long[] tick = {begun + interval * caller / PRODUCERS};
              return () -> {
                Lateness.await(tick[0]);
                tick[0] += interval;
                long delay = ThreadLocalRandom.current().nextLong(fromMillis, toMillis);
                peer.schedule.make(Job.of(source, System.currentTimeMillis() + stepped(delay)));
                return 1;
              };
            })
        .jobs();
  }

  /** Rounds up to a delay that the system can keep. */
  private long stepped(long delay) {
    long step = peer.stepMillis;
    return (delay + step - 1) / step * step;
  }

  /** How late many jobs come that are due within so many milliseconds. */
  private void due(int jobs, int withinMillis) throws Exception {
    Arrivals arrivals = new Arrivals();
    AtomicInteger next = new AtomicInteger();
    peer.consume.start(consumers, arrivals);
    Thread.sleep(500); // until the consumers wait
    long due = System.currentTimeMillis() + stepped(millis(load.loadSeconds()).toMillis() + 1_000);
    int scheduled = fill(jobs, () -> due + next.getAndIncrement() % withinMillis).size();
    arrivals.await(scheduled, due + withinMillis, load.waitSeconds());
    arrivals.write(scheduled);
  }

  /** The size of a job that waits, and what changing one costs beside few and many. */
  private void pending() throws Exception {
    double before = place.bytes();
    List<Job> all = new ArrayList<>();
    for (int jobs : new int[] {load.jobs() / 100, load.jobs() / 10, load.jobs()}) {
      all.addAll(fill(jobs - all.size(), Runs::farDue));
      if (jobs == load.jobs()) {
        Child.put("pending", all.size());
        Child.put("bytes", (place.bytes() - before) / all.size());
      }
      JobSource source = new JobSource(-4);
      timed(
          "schedule",
          all,
          job -> {
            peer.schedule.make(farJob(source));
            return true;
          });
      timed("move", all, peer.move);
      all.removeAll(timed("cancel", all, peer.cancel));
    }
  }

  /**
   * Changes jobs as far apart as possible, the first fifth of them for warmth; returns which. Moves
   * them to another time, if that is the change.
   */
  private Set<Job> timed(String what, List<Job> jobs, Peer.@Nullable Change change)
      throws Exception {
    String name = what + "." + jobs.size();
    Set<Job> changed = new HashSet<>();
    if (change == null) {
      Child.none(name, what.equals("move") ? NO_MOVING : "no cancelling");
      return changed;
    }
    Histogram micros = new Histogram(3);
    int failed = 0;
    int samples = Math.min(SAMPLES, jobs.size() / 4);
    long end = System.nanoTime() + SAMPLING_NANOS;
    for (int i = 0; i < samples && System.nanoTime() < end; i++) {
      Job job = jobs.get(jobs.size() / samples * i);
      changed.add(job);
      long begun = System.nanoTime();
      failed += change.make(job.movedTo(farDue())) ? 0 : 1;
      long nanos = System.nanoTime() - begun;
      if (i >= samples / 5 || nanos > SAMPLING_NANOS / SAMPLES) {
        micros.recordValue(nanos / 1_000);
      }
    }
    Child.put(name + ".p50", micros.getValueAtPercentile(50));
    Child.put(name + ".p99", micros.getValueAtPercentile(99));
    Child.put(name + ".failed", failed);
    return changed;
  }

  /** What consumers cost that have nothing to do. */
  private void idle() throws Exception {
    fill(IDLE_JOBS, Runs::farDue);
    peer.consume.start(IDLE_CONSUMERS, job -> {});
    rest();
    double own = ownSeconds();
    double server = place.cpuSeconds();
    double commands = place.commands();
    rest();
    double percent = 100 / load.idleSeconds();
    Child.put("own", (ownSeconds() - own) * percent);
    if (place.pid() > 0) {
      Child.put("server", (place.cpuSeconds() - server) * percent);
    }
    if (Double.isNaN(commands)) {
      Child.none("commands", "no server, or it does not tell");
    } else {
      Child.put("commands", (place.commands() - commands) / load.idleSeconds());
    }
  }

  private void rest() throws InterruptedException {
    Thread.sleep(millis(load.idleSeconds()).toMillis());
  }
}
