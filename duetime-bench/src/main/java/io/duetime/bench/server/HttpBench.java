package io.duetime.bench.server;

import io.duetime.bench.Flags;
import io.duetime.bench.Machine;
import io.duetime.bench.MeasuredSpread;
import io.duetime.bench.Yardstick;
import io.duetime.bench.load.LatenessHistogram;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Measures the HTTP interface of a server in another process: waiting claimers, streams of lines,
 * claims and acknowledgements in batches, many queues, and TLS beside plain connections.
 */
public final class HttpBench {
  static final Path LAUNCHER = Path.of("duetime").toAbsolutePath();
  private static final int WAITERS = 5_000;
  private static final int WAITED_QUEUES = 10;
  private static final int WAITED_JOBS = 4_000;
  private static final int WAITED_PER_SECOND = 200;
  private static final int WAITED_BATCH = 10;
  private static final Duration IDLE = Duration.ofSeconds(60);
  private static final int MANY_QUEUES = 10_000;

  private final PrintStream out;
  private final int repetitions;
  private final int jobs;

  private HttpBench(PrintStream out, int repetitions, int jobs) {
    this.out = out;
    this.repetitions = repetitions;
    this.jobs = jobs;
  }

  /** Runs the bench; {@code --repetitions N} rounds, {@code --jobs N} jobs in each. */
  public static void main(String... args) throws Exception {
    Flags flags =
        Flags.parse(
            "usage: http [--repetitions 5] [--jobs 200000]", Set.of("repetitions", "jobs"), args);
    new HttpBench(System.out, (int) flags.get("repetitions", 5), (int) flags.get("jobs", 200_000))
        .run();
  }

  private void run() throws Exception {
    out.println(Machine.describe());
    out.println("yardstick before: " + Yardstick.take());
    out.println();
    out.println("min / median / max of " + repetitions + " where there are three figures");
    out.println();
    out.println("| what | |");
    out.println("|---|---:|");
    streams();
    waiters();
    manyQueues();
    encrypted();
    out.println();
    out.println("yardstick after: " + Yardstick.take());
  }

  private void streams() throws Exception {
    List<Double> loads = new ArrayList<>();
    List<Double> work = new ArrayList<>();
    try (ServerProcess server = new ServerProcess(LAUNCHER)) {
      server.awaitReady();
      LinesAndBatches calls = new LinesAndBatches(server.url(), jobs);
      calls.load(0); // has the code compiled
      calls.work();
      for (int round = 1; round <= repetitions; round++) {
        loads.add(calls.load(round));
        work.add(calls.work());
      }
    }
    row("NDJSON load into embedded, 4 connections, jobs/s", loads, "%,.0f");
    row("claim + ack of 100 a call, 4 connections, embedded, jobs/s", work, "%,.0f");
  }

  private void waiters() throws Exception {
    try (ServerProcess server = new ServerProcess(LAUNCHER)) {
      server.awaitReady();
      LatenessHistogram log = new LatenessHistogram();
      double before = server.figures().residentMiB();
      try (WaitingClaimers waiters =
          new WaitingClaimers(server.url(), WAITERS, WAITED_QUEUES, log)) {
        Thread.sleep(IDLE.toMillis() / 2);
        double cpu = server.figures().cpuSeconds();
        Thread.sleep(IDLE.toMillis());
        double idle = (server.figures().cpuSeconds() - cpu) / IDLE.toSeconds();
        out.printf("| resident before any caller waits, MiB | %.0f |%n", before);
        out.printf(
            "| resident with %,d waiting callers of %d queues, MiB | %.0f |%n",
            WAITERS, WAITED_QUEUES, server.figures().residentMiB());
        out.printf("| processor time while they wait, %% of a core | %.1f |%n", idle * 100);
        schedule(server, log);
        log.awaitAll(Duration.ofMinutes(1));
        out.printf(
            "| lateness of %,d jobs at %d/s for them, p50 / p99 / max, ms | %.2f / %.2f / %.2f |%n",
            WAITED_JOBS, WAITED_PER_SECOND, log.millisAt(50), log.millisAt(99), log.millisAt(100));
        out.printf("| of these early, or given to two | %d, %d |%n", log.early(), waiters.twice());
        out.printf("| resident after them, MiB | %.0f |%n", server.figures().residentMiB());
      }
    }
  }

  private static void schedule(ServerProcess server, LatenessHistogram log) throws Exception {
    try (HttpSocket producer = new HttpSocket(server.url())) {
      long start = System.currentTimeMillis() + 2_000;
      log.expect(WAITED_JOBS, CompletableFuture.completedStage(WAITED_JOBS));
      for (int i = 0; i < WAITED_JOBS; i += WAITED_BATCH) {
        long begin = start + i * 1_000L / WAITED_PER_SECOND;
        Thread.sleep(Math.max(0, begin - 1_000 - System.currentTimeMillis()));
        int queue = i / WAITED_BATCH % WAITED_QUEUES;
        producer.post("/v1/queues/q%d/jobs".formatted(queue), batch(start, i));
      }
    }
  }

  private static String batch(long start, int from) {
    return IntStream.range(from, from + WAITED_BATCH)
        .mapToObj(i ->
            "{\"id\":\"w-%d\",\"dueAt\":%d,\"payload\":\"%s\"}"
                .formatted(i, start + i * 1_000L / WAITED_PER_SECOND, "x".repeat(100)))
        .collect(Collectors.joining(",", "[", "]"));
  }

  private void manyQueues() throws Exception {
    try (ServerProcess server = new ServerProcess(LAUNCHER)) {
      server.awaitReady();
      ManyQueues queues = new ManyQueues(server, MANY_QUEUES);
      queues.fill();
      for (ManyQueues.Page page : ManyQueues.Page.values()) {
        queues.read(page); // has the code compiled
        List<Double> millis = new ArrayList<>();
        for (int i = 0; i < repetitions; i++) {
          millis.add(queues.read(page));
        }
        row("%,d queues: %s, ms".formatted(MANY_QUEUES, page.title()), millis, "%.0f");
        out.printf("| its size, KiB | %.0f |%n", queues.lastKiB());
      }
    }
  }

  private void encrypted() throws Exception {
    List<Double> plain = new ArrayList<>();
    List<Double> encrypted = new ArrayList<>();
    List<Double> shares = new ArrayList<>();
    try (EncryptedCalls calls = new EncryptedCalls()) {
      calls.round(jobs / 4);
      for (int i = 0; i < repetitions; i++) {
        EncryptedCalls.Rates rates = calls.round(jobs / 4);
        plain.add(rates.plain());
        encrypted.add(rates.encrypted());
        shares.add(rates.encrypted() / rates.plain());
      }
    }
    row("PUT of a job, 50 connections, memory, jobs/s", plain, "%,.0f");
    row("the same over TLS", encrypted, "%,.0f");
    row("TLS / plain", shares, "%.2f");
  }

  private void row(String what, List<Double> figures, String format) {
    out.printf("| %s | %s |%n", what, MeasuredSpread.of(figures).format(format));
  }
}
