package io.duetime.bench.server;

import io.duetime.bench.load.LatenessHistogram;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntToLongFunction;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Jobs that some threads schedule on a server while two others claim and acknowledge them. */
final class JobsOverHttp {
  private static final Pattern LEASE = Pattern.compile("\"lease\":(\"[^\"]*\")");
  private static final Pattern DUE = Pattern.compile("\"dueAt\":\"([^\"]*)\"");
  private static final int PRODUCERS = 4;
  private static final int CONSUMERS = 2;
  private static final long AHEAD_MILLIS = 200;
  private static final String JSON = "\"payload\":\"" + "x".repeat(100) + "\"";

  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final URI queue;
  private final LatenessHistogram log = new LatenessHistogram();
  private final AtomicInteger left;

  JobsOverHttp(URI server, String queue, int jobs) {
    this.queue = server.resolve("/v1/queues/" + queue + "/");
    this.left = new AtomicInteger(jobs);
  }

  /** One producer's part: which of the producers it is, and all jobs there are. */
  private interface Production {
    void run(int producer, int jobs) throws IOException, InterruptedException;
  }

  /**
   * Jobs due evenly over a time that begins in 100 ms, in calls of so many that are made 200 ms
   * ahead, or at once.
   */
  LatenessHistogram spreadOver(Duration time, int batch) throws InterruptedException {
    long start = System.currentTimeMillis() + AHEAD_MILLIS / 2;
    run((producer, jobs) -> {
      for (int i = producer * batch; i < jobs; i += PRODUCERS * batch) {
        long firstDue = start + time.toMillis() * i / jobs;
        Thread.sleep(Math.max(0, firstDue - AHEAD_MILLIS - System.currentTimeMillis()));
        call("jobs", batch(i, batch, place -> start + time.toMillis() * place / jobs));
      }
    });
    return log;
  }

  /** Jobs due at once, in calls of so many. */
  LatenessHistogram atOnce(int batch) throws InterruptedException {
    run((producer, jobs) -> {
      for (int i = producer * batch; i < jobs; i += PRODUCERS * batch) {
        long now = System.currentTimeMillis();
        call("jobs", batch(i, batch, place -> now));
      }
    });
    return log;
  }

  private static String batch(int from, int count, IntToLongFunction dueAt) {
    return IntStream.range(from, from + count)
        .mapToObj(place ->
            "{\"id\":\"job-%d\",\"dueAt\":%d,%s}".formatted(place, dueAt.applyAsLong(place), JSON))
        .collect(Collectors.joining(",", "[", "]"));
  }

  private void run(Production production) throws InterruptedException {
    int jobs = left.get();
    log.expect(jobs, CompletableFuture.completedStage(jobs));
    ExecutorService threads = Executors.newFixedThreadPool(PRODUCERS + CONSUMERS);
    List<Future<?>> all = new ArrayList<>();
    try {
      for (int i = 0; i < PRODUCERS; i++) {
        int producer = i;
        all.add(
            threads.submit(() -> {
              production.run(producer, jobs);
              return null;
            }));
      }
      for (int i = 0; i < CONSUMERS; i++) {
        all.add(
            threads.submit(() -> {
              consume();
              return null;
            }));
      }
      log.awaitAll(Duration.ofMinutes(5));
      for (Future<?> one : all) {
        one.get();
      }
    } catch (ExecutionException failure) {
      throw new IllegalStateException("a caller failed", failure.getCause());
    } finally {
      threads.shutdownNow();
    }
  }

  private void consume() throws IOException, InterruptedException {
    while (left.get() > 0) {
      String claimed = call("claim", "{\"max\":100,\"wait\":\"1s\"}");
      List<String> dues = DUE.matcher(claimed).results().map(due -> due.group(1)).toList();
      dues.forEach(due -> log.came(Instant.parse(due).toEpochMilli()));
      left.addAndGet(-dues.size());
      if (!dues.isEmpty()) {
        call("ack", leases(claimed));
      }
    }
  }

  private static String leases(String claimed) {
    return LEASE
        .matcher(claimed)
        .results()
        .map((MatchResult lease) -> lease.group(1))
        .collect(Collectors.joining(",", "{\"leases\":[", "]}"));
  }

  private String call(String what, String json) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(queue.resolve(what))
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(json))
            .build();
    return client.send(request, BodyHandlers.ofString()).body();
  }
}
