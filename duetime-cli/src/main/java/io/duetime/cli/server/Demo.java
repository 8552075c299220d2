package io.duetime.cli.server;

import io.duetime.Codec;
import io.duetime.Duetime;
import io.duetime.Job;
import io.duetime.JobFailed;
import io.duetime.JobQueue;
import io.duetime.JobRequest;
import io.duetime.RetryPolicy;
import io.duetime.Worker;
import io.duetime.cli.remote.CallCommand;
import io.duetime.cli.terminal.CommandFailure.ExitCode;
import io.duetime.cli.terminal.Terminal;
import io.duetime.cli.terminal.Terminal.LogLevel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import picocli.CommandLine;

/**
 * Plays some seconds of a shop, in which unpaid orders are closed, and prints how late each job
 * started.
 */
public final class Demo {
  private static final int RUNS = 6;
  private static final Duration AGAIN = Duration.ofMillis(1_500);

  private final Terminal terminal;
  private final CountDownLatch left = new CountDownLatch(RUNS);
  private final AtomicLong latest = new AtomicLong(Long.MIN_VALUE);
  private final AtomicLong earliest = new AtomicLong(Long.MAX_VALUE);
  private Instant begun = Instant.EPOCH;

  private Demo(Terminal terminal) {
    this.terminal = terminal;
  }

  /** The command. */
  public static CommandLine demo(Terminal terminal) {
    return CallCommand.local(
            terminal, "demo", "Demonstrate jobs in a few seconds, in a temporary store.")
        .footer("duetime demo")
        .runs(given -> new Demo(terminal).run());
  }

  private int run() throws InterruptedException, IOException {
    Path folder = Files.createTempDirectory("duetime-demo-");
    // One job fails on purpose, and the demo prints it.
    LogLevel errors = LogLevel.set("ERROR");
    try (Duetime duetime =
        Duetime.builder().uri("embedded:" + folder).time(terminal.time()).open()) {
      begun = terminal.time().instant();
      play(duetime.queue("order-timeouts", Codec.string()));
    } finally {
      errors.restore();
      remove(folder);
    }
    return ExitCode.OK;
  }

  private static void remove(Path folder) throws IOException {
    List<Path> deepestFirst;
    try (Stream<Path> paths = Files.walk(folder)) {
      deepestFirst = paths.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path path : deepestFirst) {
      Files.delete(path);
    }
  }

  private void play(JobQueue<String> orders) throws InterruptedException {
    terminal.print(
        "Orders are closed some seconds after they were placed, unless they are paid first.");
    Worker worker = orders.worker(this::close).concurrency(4).start();
    try (worker) {
      place(orders, "order-1", 2_000);
      place(orders, "order-2", 4_000);
      place(orders, "order-3", 5_500);
      place(orders, "order-4", 600_000);
      placeAwkward(orders, "order-5", 3_000);
      tell("paid", "order-2, so its job is cancelled: " + orders.cancel("order-2"));
      tell(
          "hurried",
          "order-4 to 6 s: " + orders.reschedule("order-4", Duration.ofSeconds(6)).outcome());
      tell("placed", "order-1 again, the same id: " + placed(orders, "order-1", 9_000));
      placeBurst(orders);
      left.await();
    }
    String early = earliest.get() < 0 ? "SOME BEFORE" : "none before";
    terminal.print(
        "All have run; the latest began %s ms after it was due, %s."
            .formatted(millis(latest.get()), early));
  }

  private void place(JobQueue<String> orders, String id, long delayMillis) {
    tell(
        "placed",
        id
            + ", to be closed in "
            + millis(delayMillis * 1_000_000)
            + " ms: "
            + placed(orders, id, delayMillis));
  }

  private String placed(JobQueue<String> orders, String id, long delayMillis) {
    return orders.schedule(id, "42.00 EUR", Duration.ofMillis(delayMillis)).outcome().toString();
  }

  private void placeAwkward(JobQueue<String> orders, String id, long delayMillis) {
    orders.schedule(
        JobRequest.builder("fails once")
            .id(id)
            .delay(Duration.ofMillis(delayMillis))
            .retry(RetryPolicy.fixed(3, AGAIN))
            .build());
    tell("placed", id + ", whose first attempt will fail");
  }

  private void placeBurst(JobQueue<String> orders) {
    Instant dueAt = terminal.time().instant().plusMillis(7_000);
    orders.schedule("order-6", "9.90 EUR", dueAt);
    orders.schedule("order-7", "19.90 EUR", dueAt);
    tell("placed", "order-6 and order-7, for the same millisecond");
  }

  private void close(Job<String> job) throws Exception {
    long lateNanos = Duration.between(job.dueAt(), terminal.time().instant()).toNanos();
    latest.accumulateAndGet(lateNanos, Math::max);
    earliest.accumulateAndGet(lateNanos, Math::min);
    String line =
        "%s, attempt %d, %s ms after it was due"
            .formatted(job.id(), job.attempt(), millis(lateNanos));
    if (job.payload().equals("fails once") && job.attempt() == 1) {
      tell("FAILED", line + "; again in 1.5 s");
      throw JobFailed.retryAfter(AGAIN, "the warehouse did not answer");
    }
    tell("closed", line);
    left.countDown();
  }

  private void tell(String what, String line) {
    Duration since = Duration.between(begun, terminal.time().instant());
    terminal.print("%6.3f s  %-8s %s".formatted(since.toNanos() / 1e9, what, line));
  }

  private static String millis(long nanos) {
    return nanos % 1_000_000 == 0
        ? String.valueOf(nanos / 1_000_000)
        : "%.1f".formatted(nanos / 1e6);
  }
}
