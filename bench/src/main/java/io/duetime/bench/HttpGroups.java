package io.duetime.bench;

import static io.duetime.bench.harness.Group.warm;

import io.duetime.bench.harness.Callers;
import io.duetime.bench.harness.Figures;
import io.duetime.bench.harness.Group;
import io.duetime.bench.harness.Rows;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The HTTP interface: single calls, lines and batches, many queues. */
public final class HttpGroups {
  private static final Callers FEW = new Callers(4);
  private static final Callers MANY = new Callers(50);
  private static final String PAYLOAD = "x".repeat(100);

  private static final String LINES = "/v1/queues/lines/";

  private static final Pattern LEASE = Pattern.compile("\"lease\":\"[^\"]*\"");
  private static final Pattern CURSOR = Pattern.compile("\"cursor\":\"([^\"]*)\"");
  private static final AtomicInteger ROUND = new AtomicInteger();

  private HttpGroups() {}

  /** Lists them. */
  public static List<Group> all() {
    return List.of(
        warm("http/single", "a job a call, 50 connections, memory", HttpGroups::single),
        warm(
            "http/lines",
            "4 connections to a server on a folder",
            rows -> {
              ServerProcess server = rows.manage(ServerProcess.ready(rows.sizes.folder));
              int jobs = rows.sizes.jobs / FEW.count() * FEW.count();
              rows.ours("load of lines (NDJSON)", () -> lines(server, jobs));
              rows.ours("claim + ack of 100 a call", () -> work(server, jobs));
            }),
        warm("http/queues", "a server with many queues", HttpGroups::queues));
  }

  private static void single(Rows rows) throws Exception {
    Duration time = rows.sizes.time();
    ServerProcess server =
        rows.manage(ServerProcess.ready(rows.sizes.folder, "--store", "memory:"));
    String job = "{\"delay\":\"1h\",\"payload\":\"" + PAYLOAD + "\"}";
    rows.ours("PUT", () -> call(server, time, HttpGroups::put));
    rows.ours(
        "POST", () -> call(server, time, (socket, id) -> socket.post("/v1/queues/q/jobs", job)));
  }

  private static String put(HttpSocket socket, String id) throws IOException {
    return socket.call("PUT", "/v1/queues/q/jobs/" + id + "?delay=1h", "text/plain", PAYLOAD);
  }

  /** One call of a connection. */
  private interface SocketCall {
    String make(HttpSocket socket, String id) throws IOException;
  }

  /** Makes calls over a connection of each caller. */
  private static Figures call(ServerProcess server, Duration time, SocketCall call)
      throws IOException {
    int round = ROUND.getAndIncrement();
    List<HttpSocket> open = new ArrayList<>();
    for (int i = 0; i < MANY.count(); i++) {
      open.add(new HttpSocket(server.url()));
    }
    Figures figures =
        server.measure(() ->
            MANY.during(
                time,
                caller -> {
                  int[] next = {0};
                  return () -> {
                    call.make(open.get(caller), round + "-" + caller + "-" + next[0]++);
                    return 1;
                  };
                }));
    for (HttpSocket socket : open) {
      socket.close();
    }
    return figures;
  }

  /** Streams jobs that are due at once. */
  private static Figures lines(ServerProcess server, int jobs) throws IOException {
    int round = ROUND.getAndIncrement();
    int each = jobs / FEW.count();
    String line = "{\"id\":\"%d-%d-%d\",\"delay\":\"0s\",\"payload\":\"" + PAYLOAD + "\"}\n";
    List<String> parts =
        IntStream.range(0, FEW.count())
            .mapToObj(part ->
                IntStream.range(0, each)
                    .mapToObj(i -> line.formatted(round, part, i))
                    .collect(Collectors.joining()))
            .toList();
    return server.measure(() ->
        FEW.once(caller ->
            () -> {
              try (HttpSocket socket = new HttpSocket(server.url())) {
                String answers = socket.stream(LINES + "jobs", parts.get(caller));
                return require(each, count(answers, "\"CREATED\""));
              }
            }));
  }

  private static int count(String text, String word) {
    int count = 0;
    for (int at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length())) {
      count++;
    }
    return count;
  }

  private static int require(int expected, int actual) {
    if (expected != actual) {
      throw new IllegalStateException("expected " + expected + " jobs but got " + actual);
    }
    return actual;
  }

  /** Claims and acknowledges until there are no more. */
  private static Figures work(ServerProcess server, int jobs) throws IOException {
    Callers.Call working =
        () -> {
          try (HttpSocket socket = new HttpSocket(server.url())) {
            int done = 0;
            for (int batch = batch(socket); batch > 0; batch = batch(socket)) {
              done += batch;
            }
            return done;
          }
        };
    Figures figures = server.measure(() -> FEW.once(caller -> working));
    require(jobs, (int) figures.jobs());
    return figures;
  }

  /** Claims and acknowledges at most 100 jobs, and returns how many there were. */
  private static int batch(HttpSocket socket) throws IOException {
    String claimed = socket.post(LINES + "claim", "{\"max\":100}");
    List<String> leases =
        LEASE.matcher(claimed).results().map(lease -> lease.group().substring(8)).toList();
    if (leases.isEmpty()) {
      return 0;
    }
    String ack = "{\"leases\":[" + String.join(",", leases) + "]}";
    return require(leases.size(), count(socket.post(LINES + "ack", ack), "\"ACKED\""));
  }

  private static void queues(Rows rows) throws IOException, InterruptedException {
    ServerProcess server = rows.manage(ServerProcess.ready(rows.sizes.folder));
    HttpSocket socket = rows.manage(new HttpSocket(server.url()));
    for (int i = 0; i < Math.min(10_000, rows.sizes.jobs); i++) {
      String path = "/v1/queues/queue-%05d/jobs/a?delay=1h".formatted(i);
      socket.call("PUT", path, "text/plain", PAYLOAD);
    }
    read(rows, socket, "`GET /metrics`", "/metrics");
    read(rows, socket, "a page of 1,000 of `GET /v1/queues`", "/v1/queues?limit=1000");
    read(rows, socket, "all pages, as `top` reads them", "/v1/queues?details=false");
  }

  private static void read(Rows rows, HttpSocket socket, String what, String path) {
    rows.ours(
        what,
        () -> {
          long begun = System.nanoTime();
          String page = socket.get(path);
          double size = page.length();
          Matcher next = CURSOR.matcher(page);
          while (path.contains("details") && next.find()) {
            page = socket.get(path + "&cursor=" + next.group(1));
            size += page.length();
            next = CURSOR.matcher(page);
          }
          return new Figures()
              .with("ms", "%.0f", (System.nanoTime() - begun) / 1e6)
              .with("KiB", "%,.0f", size / 1024);
        });
  }
}
