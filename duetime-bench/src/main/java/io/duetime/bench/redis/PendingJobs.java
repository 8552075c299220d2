package io.duetime.bench.redis;

import static io.duetime.bench.BenchEngines.await;

import io.duetime.CancelOutcome;
import io.duetime.Durability;
import io.duetime.bench.BenchEngines;
import io.duetime.bench.load.JobSource;
import io.duetime.bench.redis.prototype.Prototype;
import io.duetime.bench.redis.server.BenchServer;
import io.duetime.engine.Engine;
import io.duetime.engine.JobSpec;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;

/** What jobs that wait take of the server's memory, and how long it takes to cancel one of them. */
final class PendingJobs {
  private static final int BATCH = 500;
  private static final int CANCELLED = 10_000;

  private final BenchServer server;
  private final int count;
  private final PrintStream out;

  PendingJobs(BenchServer server, int count, PrintStream out) {
    this.server = server;
    this.count = count;
    this.out = out;
  }

  /** Prints a table. */
  void run() {
    out.printf(
        "%n%,d jobs pending; a caller that cancels one after the other, ms, after as many to warm"
            + " up%n%n",
        count);
    out.println("| who | bytes a job | p50 | p90 | p99 | max | cancelled |");
    out.println("|---|---:|---:|---:|---:|---:|---:|");
    engine();
    prototype();
  }

  private void engine() {
    server.empty();
    try (Engine engine = BenchEngines.open(server.uri())) {
      long before = server.usedMemory();
      List<String> some = someOf(load(engine));
      String bytes = bytesEach(before);
      row("redis engine", bytes, time(some, id -> cancel(engine, id)));
    }
  }

  private void prototype() {
    server.empty();
    try (Prototype prototype = new Prototype(server.uri())) {
      long before = server.usedMemory();
      List<String> some = someOf(prototype.load(count, Prototype.Job::pending));
      String bytes = bytesEach(before);
      row("the prototype", bytes, time(some, prototype::cancel));
      row("PING instead", "", time(some, id -> prototype.ping()));
    }
  }

  private String bytesEach(long before) {
    return "%.1f".formatted((server.usedMemory() - before) / (double) count);
  }

  private List<String> load(Engine engine) {
    JobSource source = new JobSource(1);
    List<String> ids = new ArrayList<>(count);
    while (ids.size() < count) {
      List<JobSpec> jobs = source.nextJobs(Math.min(BATCH, count - ids.size()));
      await(engine.schedule(JobSource.QUEUE, jobs, Durability.NONE));
      jobs.forEach(job -> ids.add(job.id()));
    }
    return ids;
  }

  private static List<String> someOf(List<String> ids) {
    SplittableRandom random = new SplittableRandom(1);
    return random
        .ints(0, ids.size())
        .distinct()
        .limit(Math.min(2 * CANCELLED, ids.size() / 2))
        .mapToObj(ids::get)
        .toList();
  }

  private static void cancel(Engine engine, String id) {
    CancelOutcome outcome =
        await(engine.cancel(JobSource.QUEUE, List.of(id), Durability.NONE)).get(0).outcome();
    if (outcome != CancelOutcome.CANCELLED) {
      throw new IllegalStateException("not cancelled but " + outcome);
    }
  }

  private static Histogram time(List<String> ids, Consumer<String> work) {
    Histogram nanos = new Histogram(3);
    int half = ids.size() / 2;
    ids.subList(0, half).forEach(work);
    for (String id : ids.subList(half, ids.size())) {
      long start = System.nanoTime();
      work.accept(id);
      nanos.recordValue(System.nanoTime() - start);
    }
    return nanos;
  }

  private void row(String who, String bytes, Histogram nanos) {
    out.printf(
        "| %s | %s | %s | %s | %s | %s | %,d |%n",
        who,
        bytes,
        millis(nanos.getValueAtPercentile(50)),
        millis(nanos.getValueAtPercentile(90)),
        millis(nanos.getValueAtPercentile(99)),
        millis(nanos.getMaxValue()),
        nanos.getTotalCount());
  }

  private static String millis(long nanos) {
    return "%.3f".formatted(nanos / (double) TimeUnit.MILLISECONDS.toNanos(1));
  }
}
