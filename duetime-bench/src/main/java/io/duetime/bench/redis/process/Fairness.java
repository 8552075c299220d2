package io.duetime.bench.redis.process;

import io.duetime.Codec;
import io.duetime.Duetime;
import io.duetime.Durability;
import io.duetime.bench.BenchEngines;
import io.duetime.bench.MeasuredSpread;
import io.duetime.bench.load.EngineCalls;
import io.duetime.bench.load.JobSource;
import io.duetime.bench.redis.server.BenchServer;
import io.duetime.engine.Engine;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/** How evenly equal workers of several processes share a backlog. */
public final class Fairness {
  private static final int WORKERS = 4;
  private static final int HANDLERS = 16;
  private static final Duration HANDLING = Duration.ofMillis(1);

  private final BenchServer server;
  private final int backlog;
  private final Duration time;
  private final PrintStream out;

  public Fairness(BenchServer server, int backlog, Duration time, PrintStream out) {
    this.server = server;
    this.backlog = backlog;
    this.time = time;
    this.out = out;
  }

  /** Prints a table. */
  public void run(int repetitions) throws InterruptedException {
    List<Double> ratios = new ArrayList<>();
    List<Double> rates = new ArrayList<>();
    for (int i = 0; i < repetitions; i++) {
      List<Long> shares = share();
      long most = shares.stream().mapToLong(Long::longValue).max().orElseThrow();
      long least = shares.stream().mapToLong(Long::longValue).min().orElseThrow();
      ratios.add(most / (double) Math.max(1, least));
      rates.add(shares.stream().mapToLong(Long::longValue).sum() * 1e3 / time.toMillis());
    }
    out.printf(
        "%n%d workers of %d handlers that take %d ms, a process each, share a backlog for %s;"
            + " min / median / max of %d%n%n",
        WORKERS, HANDLERS, HANDLING.toMillis(), time, repetitions);
    out.println("| most / least jobs of a worker | jobs/s of all |");
    out.println("|---:|---:|");
    out.printf(
        "| %s | %s |%n",
        MeasuredSpread.of(ratios).format("%.2f"), MeasuredSpread.of(rates).format("%,.0f"));
  }

  private List<Long> share() throws InterruptedException {
    server.empty();
    try (Engine engine = BenchEngines.open(server.uri())) {
      new EngineCalls(engine, Durability.NONE).loadDue(backlog);
    }
    List<Duetime> processes = new ArrayList<>();
    List<LongAdder> counts = new ArrayList<>();
    try {
      for (int i = 0; i < WORKERS; i++) {
        processes.add(Duetime.open(server.uri()));
        counts.add(new LongAdder());
      }
      for (int i = 0; i < WORKERS; i++) {
        start(processes.get(i), counts.get(i));
      }
      Thread.sleep(time.toMillis());
      return counts.stream().map(LongAdder::sum).toList();
    } finally {
      processes.forEach(Duetime::close);
    }
  }

  private static void start(Duetime process, LongAdder count) {
    process
        .queue(JobSource.QUEUE, Codec.bytes())
        .worker(job -> {
          count.increment();
          Thread.sleep(HANDLING.toMillis());
        })
        .concurrency(HANDLERS)
        .start();
  }
}
