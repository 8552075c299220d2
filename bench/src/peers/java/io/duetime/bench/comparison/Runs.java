package io.duetime.bench.comparison;

import io.duetime.bench.peer.Peer;
import io.duetime.bench.peer.Peer.Calls;
import io.duetime.bench.peer.Peer.Dues;
import io.duetime.bench.peer.Peer.Kind;
import io.duetime.bench.peer.Peer.Plan;
import io.duetime.bench.peer.Place;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/** What is measured of one system, the same of all, each with an empty store of its own. */
record Runs(Peer peer, Place place, int consumers, Load load) {
  private static final int BATCH = 500;
  private static final int BATCH_CALLERS = 4;
  private static final int CALLERS = 50;
  private static final int IDLE_CONSUMERS = 10;
  private static final int IDLE_JOBS = 1_000;
  private static final int RATE = 1_000;
  private static final int PRODUCERS = 8;

  /** Runs one by its name. */
  void run(String name) throws Exception {
    // Loads classes and opens connections, so that the times that follow are of jobs.
    peer.schedule(new Plan(1, 1, 1, 60, 0, Dues.FAR));
    peer.schedule(new Plan(1, 2, 2, 60, 0, Dues.FAR));
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

  /** Jobs a second by one caller, by 50, and by batches; all are due in a day or two. */
  private void schedule() throws Exception {
    rate(CALLERS, 1, Math.min(1, load.seconds()));
    Child.put("one", rate(1, 1, load.seconds()));
    double before = cpuSeconds();
    double rate = rate(CALLERS, 1, load.seconds());
    Child.put("fifty", rate);
    Child.put("cpu", (cpuSeconds() - before) * 1e6 / (rate * load.seconds()));
    if (peer.hasBatches()) {
      Child.put("batch", rate(BATCH_CALLERS, BATCH, load.seconds()));
    } else {
      Child.none("batch", "no call for several jobs");
    }
  }

  private double cpuSeconds() {
    return place.cpuSeconds() + peer.cpuSeconds();
  }

  private double rate(int callers, int size, double seconds) throws Exception {
    long begun = System.nanoTime();
    long jobs = peer.schedule(new Plan(callers, size, 0, seconds, 0, Dues.FAR));
    return jobs * 1e9 / (System.nanoTime() - begun);
  }

  /** Schedules so many jobs by the fastest way, or as many as the time allows. */
  private long fill(long jobs, Dues dues) throws Exception {
    int callers = peer.hasBatches() ? BATCH_CALLERS : CALLERS;
    int size = peer.hasBatches() ? BATCH : 1;
    return peer.schedule(new Plan(callers, size, (int) jobs, load.loadSeconds(), 0, dues));
  }

  /** Jobs a second of consumers that find jobs which have become due one after the other. */
  private void drain() throws Exception {
    long jobs = fill(load.jobs(), Dues.NOW);
    Arrivals arrivals = new Arrivals();
    double cpu = cpuSeconds();
    long begun = System.nanoTime();
    peer.consume(consumers, arrivals);
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
    peer.consume(
        consumers,
        (id, due, late) -> (due < begunMillis.get() ? warmUp : arrivals).handle(id, due, late));
    long before = steadily(Math.min(2, load.latenessSeconds()), new Dues(0, 1, 500));
    warmUp.await(before, System.currentTimeMillis(), load.waitSeconds() / 4);
    begunMillis.set(System.currentTimeMillis());
    long scheduled = steadily(load.latenessSeconds(), new Dues(0, 1_000, 5_000));
    Child.put("rate", scheduled / load.latenessSeconds());
    arrivals.await(scheduled, System.currentTimeMillis() + 5_000, load.waitSeconds());
    arrivals.write(scheduled);
  }

  private long steadily(double seconds, Dues dues) throws Exception {
    return peer.schedule(new Plan(PRODUCERS, 1, 0, seconds, RATE, dues));
  }

  /** How late many jobs come that are due within so many milliseconds. */
  private void due(int jobs, int withinMillis) throws Exception {
    Arrivals arrivals = new Arrivals();
    peer.consume(consumers, arrivals);
    Thread.sleep(500); // until the consumers wait
    long due = System.currentTimeMillis() + (long) (load.loadSeconds() * 1_000) + 1_000;
    long scheduled = fill(jobs, new Dues(due, 0, withinMillis));
    arrivals.await(scheduled, due + withinMillis, load.waitSeconds());
    arrivals.write(scheduled);
  }

  /** The size of a job that waits, and what changing one costs beside few and many. */
  private void pending() throws Exception {
    double before = place.bytes();
    long waiting = 0;
    for (int jobs : new int[] {load.jobs() / 100, load.jobs() / 10, load.jobs()}) {
      waiting += fill(jobs - waiting, Dues.FAR);
      if (jobs == load.jobs()) {
        Child.put("pending", waiting);
        Child.put("bytes", (place.bytes() - before) / waiting);
      }
      for (Kind kind : Kind.values()) {
        write(kind, waiting, peer.change(kind));
      }
    }
  }

  private static void write(Kind kind, long waiting, Optional<Calls> calls) {
    String name = kind.name().toLowerCase(Locale.ROOT) + "." + waiting;
    long[] micros = calls.map(all -> all.micros().toArray()).orElse(new long[0]);
    if (micros.length == 0) {
      String none = kind == Kind.MOVE ? "no moving: cancel and schedule again" : "no cancelling";
      Child.none(name, calls.isPresent() ? "too few jobs" : none);
      return;
    }
    // The first ones are for warmth, unless there are few.
    long[] sorted = Arrays.stream(micros).skip(micros.length / 5).sorted().toArray();
    Child.put(name + ".p50", sorted[sorted.length / 2]);
    Child.put(name + ".p99", sorted[sorted.length * 99 / 100]);
    Child.put(name + ".failed", calls.orElseThrow().failed());
  }

  /** What consumers cost that have nothing to do. */
  private void idle() throws Exception {
    fill(IDLE_JOBS, Dues.FAR);
    peer.consume(IDLE_CONSUMERS, (id, due, late) -> {});
    rest();
    double own = peer.cpuSeconds();
    double server = place.cpuSeconds();
    double commands = place.commands();
    rest();
    double percent = 100 / load.idleSeconds();
    Child.put("own", (peer.cpuSeconds() - own) * percent);
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
    Thread.sleep((long) (load.idleSeconds() * 1_000));
  }
}
