package io.duetime.bench.redis.process;

import io.duetime.Codec;
import io.duetime.Duetime;
import io.duetime.JobQueue;
import io.duetime.bench.MeasuredSpread;
import io.duetime.bench.load.JobSource;
import io.duetime.bench.redis.server.BenchServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** How late the next job comes when the process that kept a queue's time has been killed. */
public final class Takeover {
  private static final int PROCESSES = 3;
  private static final Duration AHEAD = Duration.ofMillis(1_500);
  private static final Duration SETTLING = Duration.ofSeconds(2);
  private static final int PATIENCE_SECONDS = 30;

  private final BenchServer server;
  private final PrintStream out;
  private final BlockingQueue<ChildLine> told = new LinkedBlockingQueue<>();
  private final List<Process> children = new ArrayList<>();

  /** What a child has told. */
  private record ChildLine(Process child, String line) {}

  public Takeover(BenchServer server, PrintStream out) {
    this.server = server;
    this.out = out;
  }

  /** Prints a table. */
  public void run(int repetitions) throws InterruptedException {
    server.empty();
    List<Double> before = new ArrayList<>();
    List<Double> after = new ArrayList<>();
    try (Duetime duetime = Duetime.open(server.uri())) {
      JobQueue<byte[]> queue = duetime.queue(JobSource.QUEUE, Codec.bytes());
      JobSource jobs = new JobSource(1);
      while (after.size() < repetitions) {
        fillUp();
        queue.schedule(jobs.nextId(), jobs.nextPayload(), AHEAD);
        queue.schedule(jobs.nextId(), jobs.nextPayload(), AHEAD.multipliedBy(2));
        ChildLine keeper = next();
        before.add(Double.valueOf(keeper.line));
        kill(keeper.child);
        after.add(Double.valueOf(next().line));
      }
    } finally {
      List.copyOf(children).forEach(this::kill);
    }
    out.printf(
        "%n%d processes with a worker each; the one that took a job is killed with -9 before the"
            + " next; ms late, min / median / max of %d%n%n",
        PROCESSES, repetitions);
    out.println("| job before | job after |");
    out.println("|---:|---:|");
    out.printf(
        "| %s | %s |%n",
        MeasuredSpread.of(before).format("%.1f"), MeasuredSpread.of(after).format("%.1f"));
  }

  private void fillUp() throws InterruptedException {
    boolean isNew = children.size() < PROCESSES;
    while (children.size() < PROCESSES) {
      children.add(start());
      if (!next().line.equals(ConsumerChild.READY)) {
        throw new IllegalStateException("a job came before the process was ready");
      }
    }
    if (isNew) {
      Thread.sleep(SETTLING.toMillis());
    }
  }

  private ChildLine next() throws InterruptedException {
    ChildLine next = told.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
    if (next == null) {
      throw new IllegalStateException("nothing came within " + PATIENCE_SECONDS + " s");
    }
    return next;
  }

  private Process start() {
    try {
      Process child =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-Xmx128m",
                  "-XX:+UseSerialGC",
                  "-cp",
                  System.getProperty("java.class.path"),
                  ConsumerChild.class.getName(),
                  server.uri())
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      Thread reader = new Thread(() -> listen(child), "listener");
      reader.setDaemon(true);
      reader.start();
      return child;
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private void listen(Process child) {
    try (BufferedReader lines = child.inputReader()) {
      lines.lines().forEach(line -> told.add(new ChildLine(child, line)));
    } catch (IOException | UncheckedIOException killed) {
      // What it had told is there.
    }
  }

  private void kill(Process child) {
    child.destroyForcibly();
    children.remove(child);
  }
}
