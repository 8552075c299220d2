package io.duetime.bench.server;

import io.duetime.bench.Flags;
import io.duetime.bench.Machine;
import io.duetime.bench.MeasuredSpread;
import io.duetime.bench.Yardstick;
import io.duetime.bench.load.LatenessHistogram;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * Measures a server that has just started, as the launcher starts it: when it listens and is ready,
 * how late the jobs of its first three seconds come, and how much memory it keeps after many have
 * come and gone; and what a call of the command takes. Each start is on a new store.
 */
public final class ServerBench {
  private static final Path LAUNCHER = Path.of("duetime").toAbsolutePath();
  private static final Duration LOAD_TIME = Duration.ofSeconds(3);
  private static final int LOAD = 3_000;
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
    new ServerBench(System.out, (int) flags.get("repetitions", 5), (int) flags.get("jobs", 100_000))
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
  private record Start(
      double listening,
      double ready,
      double cpu,
      LatenessHistogram first,
      LatenessHistogram later) {}

  private void starts() throws IOException, InterruptedException {
    start(); // has the client's own code compiled
    List<Start> starts = new ArrayList<>();
    for (int i = 0; i < repetitions; i++) {
      starts.add(start());
    }
    row("listening, s", MeasuredSpread.of(starts, Start::listening), "%.2f");
    row("ready, s", MeasuredSpread.of(starts, Start::ready), "%.2f");
    row("processor time until ready, s", MeasuredSpread.of(starts, Start::cpu), "%.2f");
    lateness("first 3 s", starts, Start::first);
    lateness("the same load 6 s later", starts, Start::later);
  }

  private static Start start() throws IOException, InterruptedException {
    try (ServerProcess server = new ServerProcess(LAUNCHER)) {
      double ready = server.awaitReady();
      double cpu = server.figures().cpuSeconds();
      LatenessHistogram first = load(server, "first");
      load(server, "second");
      return new Start(server.listeningSeconds(), ready, cpu, first, load(server, "third"));
    }
  }

  private static LatenessHistogram load(ServerProcess server, String queue)
      throws InterruptedException {
    return new JobsOverHttp(server.url(), queue, LOAD).spreadOver(LOAD_TIME, 10);
  }

  private void lateness(String when, List<Start> starts, Function<Start, LatenessHistogram> log) {
    for (int percentile : List.of(50, 99, 100)) {
      MeasuredSpread spread =
          MeasuredSpread.of(starts, start -> log.apply(start).millisAt(percentile));
      row(when + ": p" + percentile + " late, ms", spread, "%.1f");
    }
  }

  private void comeAndGo() throws IOException, InterruptedException {
    try (ServerProcess server = new ServerProcess(LAUNCHER)) {
      server.awaitReady();
      calls(server);
      new JobsOverHttp(server.url(), "gone", jobs).atOnce(BATCH);
      out.printf(
          "| resident when %,d jobs had come and gone, MiB | %.0f |%n", jobs, resident(server));
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
    row("a call of the command, s", MeasuredSpread.of(calls, CommandCall::seconds), "%.2f");
    row(
        "its processor time, s",
        MeasuredSpread.of(calls, call -> call.figures().cpuSeconds()),
        "%.2f");
    row(
        "its memory at most, MiB",
        MeasuredSpread.of(calls, call -> call.figures().peakMiB()),
        "%.0f");
  }

  private void row(String what, MeasuredSpread spread, String format) {
    out.printf("| %s | %s |%n", what, spread.format(format));
  }
}
