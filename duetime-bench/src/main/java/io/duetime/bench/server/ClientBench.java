package io.duetime.bench.server;

import io.duetime.Codec;
import io.duetime.Duetime;
import io.duetime.JobQueue;
import io.duetime.JobRequest;
import io.duetime.bench.Flags;
import io.duetime.bench.FsyncRate;
import io.duetime.bench.Machine;
import io.duetime.bench.MeasuredSpread;
import io.duetime.bench.Yardstick;
import io.duetime.bench.load.Callers;
import io.duetime.bench.load.JobSource;
import io.duetime.bench.load.LibraryCalls;
import io.duetime.bench.load.Throughput;
import java.io.PrintStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Measures the engine over HTTP on a server with an embedded store in another process: a blocking
 * schedule beside the round trip of {@code /health/live} and an fsync, batches, and a worker.
 */
public final class ClientBench {
  private static final Path LAUNCHER = Path.of("duetime").toAbsolutePath();
  private static final int BATCH = 1_000;
  private static final int CALLS = 500;

  private final PrintStream out;
  private final int repetitions;
  private final int jobs;

  private ClientBench(PrintStream out, int repetitions, int jobs) {
    this.out = out;
    this.repetitions = repetitions;
    this.jobs = jobs;
  }

  /** Runs the bench; {@code --repetitions N} rounds, {@code --jobs N} jobs for the worker. */
  public static void main(String... args) throws Exception {
    Flags flags =
        Flags.parse(
            "usage: client [--repetitions 5] [--jobs 200000]", Set.of("repetitions", "jobs"), args);
    new ClientBench(System.out, (int) flags.get("repetitions", 5), (int) flags.get("jobs", 200_000))
        .run();
  }

  /** The figures of one round. */
  private record Round(
      double liveMicros,
      double scheduleMicros,
      double fsyncMicros,
      Throughput batches,
      Throughput worker,
      double serverMicros) {
    /** How much of two round trips and an fsync a schedule takes. */
    double share() {
      return scheduleMicros / (2 * liveMicros + fsyncMicros);
    }
  }

  private void run() throws Exception {
    out.println(Machine.describe());
    out.println("yardstick before: " + Yardstick.take());
    out.println();
    List<Round> rounds = new ArrayList<>();
    try (ServerProcess server = new ServerProcess(LAUNCHER);
        Duetime duetime = Duetime.open(server.url().toString())) {
      server.awaitReady();
      round(server, duetime); // has the code of both sides compiled
      for (int i = 0; i < repetitions; i++) {
        rounds.add(round(server, duetime));
      }
    }
    out.println("min / median / max of " + repetitions);
    out.println();
    out.println("| what | |");
    out.println("|---|---:|");
    row("`GET /health/live`, median, µs", rounds.stream().map(Round::liveMicros).toList(), "%.0f");
    row(
        "blocking schedule, median, µs",
        rounds.stream().map(Round::scheduleMicros).toList(),
        "%.0f");
    row("fdatasync, µs", rounds.stream().map(Round::fsyncMicros).toList(), "%.0f");
    row("schedule / (2 live + fdatasync)", rounds.stream().map(Round::share).toList(), "%.2f");
    row(
        "schedule in batches of 1,000, jobs/s",
        rounds.stream().map(round -> round.batches.jobsPerSecond()).toList(),
        "%,.0f");
    row(
        "worker of 16, jobs/s",
        rounds.stream().map(round -> round.worker.jobsPerSecond()).toList(),
        "%,.0f");
    row(
        "worker of 16: processor time of the client for a job, µs",
        rounds.stream().map(round -> round.worker.cpuMicros()).toList(),
        "%.1f");
    row(
        "worker of 16: processor time of the server for a job, µs",
        rounds.stream().map(Round::serverMicros).toList(),
        "%.1f");
    out.println();
    out.println("yardstick after: " + Yardstick.take());
  }

  private Round round(ServerProcess server, Duetime duetime) throws Exception {
    LibraryCalls calls = new LibraryCalls(duetime);
    double[] live = new double[CALLS];
    double[] schedule = new double[CALLS];
    Callers.Call scheduling = calls.scheduling((int) System.nanoTime());
    HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    HttpRequest request = HttpRequest.newBuilder(server.url().resolve("/health/live")).build();
    for (int i = 0; i < CALLS; i++) {
      live[i] = micros(() -> client.send(request, BodyHandlers.ofByteArray()).body().length);
      schedule[i] = micros(scheduling);
    }
    double fsync = 1e6 / FsyncRate.take(Path.of("duetime-bench/target")).appending();
    Throughput batches = load(duetime);
    double before = server.figures().cpuSeconds();
    Throughput worker = calls.handling(jobs);
    double cpu = server.figures().cpuSeconds() - before;
    return new Round(median(live), median(schedule), fsync, batches, worker, cpu * 1e6 / jobs);
  }

  private Throughput load(Duetime duetime) {
    JobQueue<byte[]> queue = duetime.queue(JobSource.QUEUE, Codec.bytes());
    JobSource source = new JobSource(System.nanoTime());
    int[] left = {jobs / BATCH};
    return new Callers(1)
        .asLongAs(
            () -> left[0]-- > 0,
            caller ->
                () -> {
                  queue.scheduleAll(requests(source));
                  return BATCH;
                });
  }

  private static List<JobRequest<byte[]>> requests(JobSource source) {
    return IntStream.range(0, BATCH)
        .mapToObj(i ->
            JobRequest.builder(source.nextPayload())
                .id(source.nextId())
                .delay(Duration.ZERO)
                .build())
        .toList();
  }

  private static double micros(Callers.Call call) throws Exception {
    long start = System.nanoTime();
    call.make();
    return (System.nanoTime() - start) / 1e3;
  }

  private static double median(double[] figures) {
    Arrays.sort(figures);
    return figures[figures.length / 2];
  }

  private void row(String what, List<Double> figures, String format) {
    out.printf("| %s | %s |%n", what, MeasuredSpread.of(figures).format(format));
  }
}
