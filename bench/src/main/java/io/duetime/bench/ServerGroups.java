package io.duetime.bench;

import static io.duetime.bench.harness.Group.cold;
import static io.duetime.bench.harness.Group.once;
import static io.duetime.bench.harness.Group.warm;

import io.duetime.Duetime;
import io.duetime.bench.harness.Callers;
import io.duetime.bench.harness.Conditions;
import io.duetime.bench.harness.Figures;
import io.duetime.bench.harness.Group;
import io.duetime.bench.harness.Lateness;
import io.duetime.bench.harness.LibraryCalls;
import io.duetime.bench.harness.Rows;
import io.duetime.bench.harness.Sizes;
import io.duetime.engine.DueTime;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;

/** A server that has just started, a call of the command, and the library over HTTP. */
public final class ServerGroups {
  private ServerGroups() {}

  /** Lists them. */
  public static List<Group> all() {
    return List.of(
        warm(
            "server/start",
            "a server and its first seconds, 1,000 jobs a second, 10 a call",
            rows -> rows.ours("a start", () -> start(rows.sizes))),
        cold(
            "server/command",
            "a call of the command",
            rows -> {
              ServerProcess server = rows.manage(ServerProcess.ready(rows.sizes.folder));
              rows.ours("queues", () -> command(server));
            }),
        once(
            "server/memory",
            "a server whose jobs have come and gone",
            rows -> rows.ours("a server", () -> comeAndGo(rows.sizes))),
        warm("client/call", "one caller that waits, a server on a folder", rows -> client(rows, 1)),
        warm("client/work", "the library, a server on a folder", rows -> client(rows, 0)));
  }

  private static Figures start(Sizes sizes) throws IOException, InterruptedException {
    try (ServerProcess server = new ServerProcess(sizes.folder)) {
      Figures figures =
          new Figures()
              .with("listening, s", "%.2f", server.listeningSeconds())
              .with("ready, s", "%.2f", server.awaitReady())
              .with("CPU until then, s", "%.2f", server.cpuSeconds());
      figures.with(threeSeconds(server).percentiles("late at first"));
      threeSeconds(server);
      return figures.with(threeSeconds(server).percentiles("late 6 s later"));
    }
  }

  private static Lateness threeSeconds(ServerProcess server)
      throws IOException, InterruptedException {
    try (Polling consumer = new Polling(server.url())) {
      return Lateness.steady(1_000, 10, Duration.ofSeconds(3), 200, 200).run(consumer);
    }
  }

  /** Schedules and claims over plain connections, so that only the server has to warm up. */
  private static final class Polling implements Lateness.Consumer {
    private static final Pattern DUE = Pattern.compile("\"dueAt\":\"([^\"]*)\"");
    private static final String JOB =
        "{\"delay\":\"%dms\",\"payload\":\"" + "x".repeat(100) + "\"}";

    private final HttpSocket producer;
    private final HttpSocket consumer;
    private final Lateness log = new Lateness();
    private final Thread thread = new Thread(this::run);
    private volatile boolean closed;

    Polling(URI server) throws IOException {
      producer = new HttpSocket(server);
      consumer = new HttpSocket(server);
      thread.start();
    }

    private void run() {
      try {
        while (!closed) {
          HttpGroups.batch(
              consumer,
              "1s",
              claimed ->
                  DUE.matcher(claimed)
                      .results()
                      .forEach(due -> log.came(Instant.parse(due.group(1)).toEpochMilli())));
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public Lateness log() {
      return log;
    }

    @Override
    public CompletionStage<?> schedule(List<DueTime> dues) {
      String jobs =
          dues.stream()
              .map(due -> JOB.formatted(((DueTime.After) due).delayMillis()))
              .collect(Collectors.joining(",", "[", "]"));
      try {
        return CompletableFuture.completedStage(producer.post(HttpGroups.LINES + "jobs", jobs));
      } catch (IOException e) {
        return CompletableFuture.failedStage(e);
      }
    }

    @Override
    public void close() {
      closed = true;
      try {
        thread.join();
        producer.close();
        consumer.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static Figures command(ServerProcess server) throws IOException, InterruptedException {
    long begun = System.nanoTime();
    Process process =
        new ProcessBuilder(ServerProcess.LAUNCHER, "queues", "--server", server.url().toString())
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    double cpuSeconds = 0;
    double peakMiB = 0;
    while (process.isAlive()) {
      try {
        cpuSeconds = ServerProcess.cpuSeconds(process);
        peakMiB = ServerProcess.mebibytes(process, "VmHWM:");
      } catch (IOException ended) {
        // The figures before its end count.
      }
      Thread.sleep(1);
    }
    return new Figures()
        .with("s", "%.2f", (System.nanoTime() - begun) / 1e9)
        .with("CPU, s", "%.2f", cpuSeconds)
        .with("memory at most, MiB", "%.0f", peakMiB);
  }

  private static Figures comeAndGo(Sizes sizes) throws IOException, InterruptedException {
    try (ServerProcess server = ServerProcess.ready(sizes.folder)) {
      try (Duetime duetime = Duetime.open(server.url().toString())) {
        LibraryCalls calls = new LibraryCalls(duetime);
        calls.load(sizes.jobs / 2);
        calls.handling(sizes.jobs / 2);
      }
      double then = server.residentMiB();
      sizes.rest();
      return new Figures()
          .with("resident then, MiB", "%.0f", then)
          .with("after the idle time, MiB", "%.0f", server.residentMiB());
    }
  }

  private static void client(Rows rows, int callers) throws IOException, InterruptedException {
    ServerProcess server = rows.manage(ServerProcess.ready(rows.sizes.folder));
    LibraryCalls calls = new LibraryCalls(rows.manage(Duetime.open(server.url().toString())));
    int jobs = rows.sizes.jobs;
    if (callers == 1) {
      rows.ours("schedule", () -> call(server, calls, rows.sizes));
    } else {
      rows.ours("scheduling, 1,000 a call", () -> server.measure(() -> calls.load(jobs)));
      rows.ours("a worker of 16 handlers", () -> server.measure(() -> calls.handling(jobs)));
    }
  }

  /** A call in turns with the shortest one that the server has. */
  private static Figures call(ServerProcess server, LibraryCalls calls, Sizes sizes)
      throws Exception {
    HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    HttpRequest live = HttpRequest.newBuilder(server.url().resolve("/health/live")).build();
    Callers.Call schedule = calls.scheduling(1);
    Histogram scheduleNanos = new Histogram(3);
    Histogram liveNanos = new Histogram(3);
    long end = System.nanoTime() + sizes.time().toNanos();
    do {
      record(liveNanos, () -> client.send(live, BodyHandlers.ofByteArray()).body().length);
      record(scheduleNanos, schedule);
    } while (System.nanoTime() < end);
    double scheduleMicros = scheduleNanos.getValueAtPercentile(50) / 1e3;
    double liveMicros = liveNanos.getValueAtPercentile(50) / 1e3;
    double fsyncMicros = 1e6 / Conditions.fsyncs(sizes.folder, true);
    double share = scheduleMicros / (2 * liveMicros + fsyncMicros);
    return new Figures()
        .with("µs a call, median", "%,.0f", scheduleMicros)
        .with("`GET /health/live`", "%,.0f", liveMicros)
        .with("fdatasync, mean", "%,.0f", fsyncMicros)
        .with("call to two GETs and an fdatasync", "%.2f", share);
  }

  private static void record(Histogram nanos, Callers.Call call) throws Exception {
    long start = System.nanoTime();
    call.make();
    nanos.recordValue(System.nanoTime() - start);
  }
}
