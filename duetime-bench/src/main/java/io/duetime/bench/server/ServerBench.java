package io.duetime.bench.server;

import io.duetime.bench.Flags;
import io.duetime.bench.Machine;
import io.duetime.bench.Spread;
import io.duetime.bench.Yardstick;
import io.duetime.bench.load.LatenessLog;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Measures a server that has just started, as the launcher starts it: when it listens and is ready,
 * how late the jobs of its first three seconds come, and how much memory it keeps after many have
 * come and gone; and what a call of the command takes. Each start is on a new store.
 */
public final class ServerBench {
  private static final Path LAUNCHER = Path.of("duetime").toAbsolutePath();
  private static final Duration FIRST = Duration.ofSeconds(3);
  private static final int FIRST_JOBS = 3_000;
  private static final int BATCH = 20;
  private static final Duration REST = Duration.ofSeconds(30);

  private final PrintStream out;
  private final int repetitions;
  private final int jobs;

  private ServerBench(PrintStream out, int repetitions, int jobs) {
    this.out = out;
    this.repetitions = repetitions;
    this.jobs = jobs;
  }

  /** Runs the bench; {@code --repetitions N} starts, and {@code --jobs N} that come and go. */
  public static void main(String... args) throws IOException, InterruptedException {
    Flags flags =
        Flags.parse(
            "usage: server [--repetitions 5] [--jobs 100000]", Set.of("repetitions", "jobs"), args);
    new ServerBench(
            System.out, (int) flags.get("repetitions", 5), (int) flags.get("jobs", 100_000))
        .run();
  }

  private void run() throws IOException, InterruptedException {
    out.println(Machine.describe());
    out.println("yardstick before: " + Yardstick.take());
    out.println();
    out.println("min / median / max of " + repetitions);
    out.println();
    out.println("| what | |");
    out.println("|---|---:|");
    starts();
    comeAndGo();
    out.println();
    out.println("yardstick after: " + Yardstick.take());
  }

  /** One start, and its first seconds. */
  private record Start(double listening, double ready, double cpu, LatenessLog first) {}

  private void starts() throws IOException, InterruptedException {
    start(); // has the client's own code compiled
    List<Start> starts = new ArrayList<>();
    for (int i = 0; i < repetitions; i++) {
      starts.add(start());
    }
    row("listening, s", Spread.of(starts, Start::listening), "%.2f");
    row("ready, s", Spread.of(starts, Start::ready), "%.2f");
    row("processor time until ready, s", Spread.of(starts, Start::cpu), "%.2f");
    row("first 3 s: p50 late, ms", Spread.of(starts, start -> start.first().millisAt(50)), "%.1f");
    row("first 3 s: p99 late, ms", Spread.of(starts, start -> start.first().millisAt(99)), "%.1f");
    row("first 3 s: the latest, ms", Spread.of(starts, s -> s.first().millisAt(100)), "%.1f");
  }

  private static Start start() throws IOException, InterruptedException {
    try (ServerProcess server = new ServerProcess(LAUNCHER)) {
      double ready = server.awaitReady();
      double cpu = server.figures().cpuSeconds();
      LatenessLog first = new JobsOverHttp(server.url(), FIRST_JOBS).spreadOver(FIRST);
      return new Start(server.listeningSeconds(), ready, cpu, first);
    }
  }

  private void comeAndGo() throws IOException, InterruptedException {
    try (ServerProcess server = new ServerProcess(LAUNCHER)) {
      server.awaitReady();
      calls(server);
      new JobsOverHttp(server.url(), jobs).atOnce(BATCH);
      out.printf("| resident when %,d jobs had come and gone, MiB | %.0f |%n", jobs, resident(server));
      Thread.sleep(REST.toMillis());
      out.printf("| resident %d s later, MiB | %.0f |%n", REST.toSeconds(), resident(server));
    }
  }

  private static double resident(ServerProcess server) throws IOException {
    return server.figures().residentMiB();
  }

  private void calls(ServerProcess server) throws IOException, InterruptedException {
    List<CommandCall> calls = new ArrayList<>();
    for (int i = 0; i < repetitions; i++) {
      calls.add(CommandCall.measure(LAUNCHER, server.url()));
    }
    row("a call of the command, s", Spread.of(calls, CommandCall::seconds), "%.2f");
    row("its processor time, s", Spread.of(calls, call -> call.figures().cpuSeconds()), "%.2f");
    row("its memory at most, MiB", Spread.of(calls, call -> call.figures().peakMiB()), "%.0f");
  }

  private void row(String what, Spread spread, String format) {
    out.printf("| %s | %s |%n", what, spread.format(format));
  }
}
