package io.duetime.bench.redis.process;

import io.duetime.Codec;
import io.duetime.Duetime;
import io.duetime.bench.redis.server.BenchServer;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** What many queues with an idle worker each ask of the server: while they start, and then. */
public final class WatchedQueues {
  private static final Duration POLL = Duration.ofMillis(100);
  private static final Duration SETTLING = Duration.ofSeconds(10);
  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final String NAME = "watched";

  private final BenchServer server;
  private final Duration time;
  private final PrintStream out;

  /** Over a time in which nothing is due. */
  public WatchedQueues(BenchServer server, Duration time, PrintStream out) {
    this.server = server;
    this.time = time;
    this.out = out;
  }

  /** Prints a table; processes are stores of this process, with connections of their own. */
  public void run() throws InterruptedException {
    out.printf("%nA worker for each queue in each process, new queues; idle for %s%n%n", time);
    out.println(
        "| queues | processes | until each was claimed from, s | server's CPU until 10 s later, ms a"
            + " queue | idle: server's CPU, a core = 100 | commands/s |");
    out.println("|---:|---:|---:|---:|---:|---:|");
    measure(2_000, 1);
    measure(20_000, 1);
    measure(2_000, 10);
  }

  private void measure(int queues, int processes) throws InterruptedException {
    server.empty();
    List<Duetime> open = new ArrayList<>();
    try {
      double cpu = server.cpuSeconds();
      long start = System.nanoTime();
      for (int i = 0; i < processes; i++) {
        Duetime duetime = Duetime.open(server.uri());
        open.add(duetime);
        for (int j = 0; j < queues; j++) {
          duetime.queue(NAME + j, Codec.bytes()).worker(job -> {}).start();
        }
      }
      awaitClaims(queues, start);
      double seconds = (System.nanoTime() - start) / 1e9;
      Thread.sleep(SETTLING.toMillis());
      double startCpu = server.cpuSeconds() - cpu;
      out.printf("| %,d | %d | %.1f | %.2f |", queues, processes, seconds, startCpu * 1e3 / queues);
      idle();
    } finally {
      open.forEach(Duetime::close);
    }
  }

  private void awaitClaims(int queues, long startNanos) throws InterruptedException {
    while (server.claimedFrom(NAME, queues) < queues) {
      if (System.nanoTime() - startNanos > PATIENCE.toNanos()) {
        throw new IllegalStateException("some queues were never claimed from");
      }
      Thread.sleep(POLL.toMillis());
    }
  }

  private void idle() throws InterruptedException {
    double cpu = server.cpuSeconds();
    long commands = server.commands();
    Thread.sleep(time.toMillis());
    double seconds = time.toMillis() / 1e3;
    out.printf(
        " %.2f | %.0f |%n",
        (server.cpuSeconds() - cpu) / seconds * 100, (server.commands() - commands) / seconds);
  }
}
