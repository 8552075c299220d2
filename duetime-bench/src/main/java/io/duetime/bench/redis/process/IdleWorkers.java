package io.duetime.bench.redis.process;

import io.duetime.Codec;
import io.duetime.Duetime;
import io.duetime.JobQueue;
import io.duetime.bench.redis.server.BenchServer;
import java.io.PrintStream;
import java.time.Duration;

/** What a process with ten consumers of ten queues asks of the server while nothing is due. */
public final class IdleWorkers {
  private static final int QUEUES = 10;
  private static final Duration SETTLING = Duration.ofSeconds(3);
  private static final byte[] PAYLOAD = {1};

  private final BenchServer server;
  private final Duration time;
  private final PrintStream out;

  public IdleWorkers(BenchServer server, Duration time, PrintStream out) {
    this.server = server;
    this.time = time;
    this.out = out;
  }

  /** Prints a table. */
  public void run() throws InterruptedException {
    server.empty();
    out.printf("%n%d idle workers of %d queues, one process, %s%n%n", QUEUES, QUEUES, time);
    out.println("| round trips/s | commands/s, those of scripts with them |");
    out.println("|---:|---:|");
    try (Duetime duetime = Duetime.open(server.uri())) {
      for (int i = 0; i < QUEUES; i++) {
        JobQueue<byte[]> queue = duetime.queue("idle" + i, Codec.bytes());
        queue.schedule("far", PAYLOAD, Duration.ofDays(1));
        queue.worker(job -> {}).start();
      }
      Thread.sleep(SETTLING.toMillis());
      long reads = server.reads();
      long commands = server.commands();
      Thread.sleep(time.toMillis());
      // The questions before and after are a read and a command each.
      double seconds = time.toMillis() / 1e3;
      out.printf(
          "| %.1f | %.1f |%n",
          (server.reads() - reads - 2) / seconds, (server.commands() - commands - 2) / seconds);
    }
  }
}
