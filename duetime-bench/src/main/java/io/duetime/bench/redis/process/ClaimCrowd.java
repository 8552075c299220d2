package io.duetime.bench.redis.process;

import io.duetime.Codec;
import io.duetime.Duetime;
import io.duetime.bench.load.JobSource;
import io.duetime.bench.load.LatenessHistogram;
import io.duetime.bench.redis.server.BenchServer;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * How many claims one due job costs while many processes wait for it, each with its connections.
 */
public final class ClaimCrowd {
  private static final int PROCESSES = 16;
  private static final int JOBS = 20;
  private static final Duration SETTLING = Duration.ofSeconds(3);
  private static final Duration AHEAD = Duration.ofMillis(500);
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final BenchServer server;
  private final PrintStream out;

  public ClaimCrowd(BenchServer server, PrintStream out) {
    this.server = server;
    this.out = out;
  }

  /** Prints a table. */
  public void run() throws InterruptedException {
    server.empty();
    List<Duetime> processes = new ArrayList<>();
    LatenessHistogram log = new LatenessHistogram();
    try {
      for (int i = 0; i < PROCESSES; i++) {
        Duetime process = Duetime.open(server.uri());
        processes.add(process);
        process
            .queue(JobSource.QUEUE, Codec.bytes())
            .worker(job -> log.came(job.dueAt().toEpochMilli()))
            .start();
      }
      Thread.sleep(SETTLING.toMillis());
      double idle = claimsDuring(() -> Thread.sleep(AHEAD.multipliedBy(JOBS).toMillis()));
      double busy = claimsDuring(() -> oneByOne(processes.get(0), log));
      out.printf(
          "%n%d idle workers in as many processes; %d jobs, one after the other%n%n",
          PROCESSES, JOBS);
      out.println(
          "| claims for each job | for each %,d ms without a job | p50 late, ms | most |"
              .formatted(AHEAD.toMillis()));
      out.println("|---:|---:|---:|---:|");
      out.printf(
          "| %.2f | %.2f | %.2f | %.2f |%n", busy, idle, log.millisAt(50), log.millisAt(100));
    } finally {
      processes.forEach(Duetime::close);
    }
  }

  @FunctionalInterface
  private interface Waiting {
    void run() throws InterruptedException;
  }

  private double claimsDuring(Waiting work) throws InterruptedException {
    long before = server.claims(JobSource.QUEUE);
    work.run();
    return (server.claims(JobSource.QUEUE) - before) / (double) JOBS;
  }

  private static void oneByOne(Duetime process, LatenessHistogram log) throws InterruptedException {
    JobSource jobs = new JobSource(1);
    var queue = process.queue(JobSource.QUEUE, Codec.bytes());
    for (int i = 0; i < JOBS; i++) {
      log.expect(1, queue.scheduleAsync(jobs.nextId(), jobs.nextPayload(), AHEAD));
      log.awaitAll(PATIENCE);
    }
  }
}
