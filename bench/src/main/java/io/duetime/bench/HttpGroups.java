package io.duetime.bench;

import static io.duetime.bench.harness.Group.once;
import static io.duetime.bench.harness.Group.warm;

import io.duetime.bench.Connections.Connection;
import io.duetime.bench.harness.Callers;
import io.duetime.bench.harness.Figures;
import io.duetime.bench.harness.Group;
import io.duetime.bench.harness.Lateness;
import io.duetime.bench.harness.Rows;
import io.duetime.bench.harness.Scratch;
import io.duetime.bench.harness.Sizes;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.net.SocketFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** The HTTP interface: single calls, lines and batches, many queues, callers that wait. */
public final class HttpGroups {
  private static final Callers FEW = new Callers(4);
  private static final Callers MANY = new Callers(50);
  private static final String PAYLOAD = "x".repeat(100);

  /** The path of a queue. */
  static final String LINES = "/v1/queues/lines/";

  private static final Pattern LEASE = Pattern.compile("\"lease\":\"[^\"]*\"");
  private static final Pattern CURSOR = Pattern.compile("\"cursor\":\"([^\"]*)\"");
  private static final Pattern JOB =
      Pattern.compile("\"id\":\"([^\"]*)\".*?\"dueAt\":\"([^\"]*)\"");
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
        warm("http/queues", "a server with many queues", HttpGroups::queues),
        once(
            "http/waiting",
            "callers that wait for jobs of 10 queues",
            rows -> {
              ServerProcess server = rows.manage(ServerProcess.ready(rows.sizes.folder));
              rows.ours("callers", () -> waiting(server, rows.sizes));
            }));
  }

  private static void single(Rows rows) throws Exception {
    Path folder = rows.sizes.folder;
    Duration time = rows.sizes.time();
    SocketFactory plain = SocketFactory.getDefault();
    ServerProcess server = rows.manage(ServerProcess.ready(folder, "--store", "memory:"));
    Path files = rows.manage(Scratch.in(folder)).path();
    Path certificate = certificate(files);
    String key = files.resolve("key.pem").toString();
    String[] flags = {"--store", "memory:", "--tls-cert", certificate.toString(), "--tls-key", key};
    ServerProcess encrypted = rows.manage(ServerProcess.ready(folder, flags));
    SocketFactory trusting = trusting(certificate);
    String job = "{\"delay\":\"1h\",\"payload\":\"" + PAYLOAD + "\"}";
    rows.ourBase("PUT", () -> call(server, plain, time, HttpGroups::put));
    rows.ours("PUT over TLS", () -> call(encrypted, trusting, time, HttpGroups::put));
    rows.ours(
        "POST",
        () -> call(server, plain, time, (socket, id) -> socket.post("/v1/queues/q/jobs", job)));
  }

  private static String put(HttpSocket socket, String id) throws IOException {
    return socket.call("PUT", "/v1/queues/q/jobs/" + id + "?delay=1h", "text/plain", PAYLOAD);
  }

  /** One call of a connection. */
  private interface SocketCall {
    String make(HttpSocket socket, String id) throws IOException;
  }

  /** Makes calls over a connection of each caller; the handshakes are not measured. */
  private static Figures call(
      ServerProcess server, SocketFactory sockets, Duration time, SocketCall call)
      throws IOException {
    int round = ROUND.getAndIncrement();
    List<HttpSocket> open = new ArrayList<>();
    for (int i = 0; i < MANY.count(); i++) {
      HttpSocket socket = new HttpSocket(server.url(), sockets);
      socket.get("/health/live");
      open.add(socket);
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

  /** Creates a certificate for this machine that signs itself, and its key, with openssl. */
  private static Path certificate(Path folder) throws IOException, InterruptedException {
    Path file = folder.resolve("cert.pem");
    String options =
        "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2"
            + " -subj /CN=localhost -addext subjectAltName=IP:127.0.0.1 -keyout "
            + (folder.resolve("key.pem") + " -out " + file);
    Process openssl =
        new ProcessBuilder(options.split(" ", -1))
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    if (openssl.waitFor() != 0) {
      throw new IOException("openssl failed");
    }
    return file;
  }

  private static SocketFactory trusting(Path certificate)
      throws GeneralSecurityException, IOException {
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    try (InputStream in = Files.newInputStream(certificate)) {
      CertificateFactory factory = CertificateFactory.getInstance("X.509");
      trusted.setCertificateEntry("a", factory.generateCertificate(in));
    }
    String algorithm = TrustManagerFactory.getDefaultAlgorithm();
    TrustManagerFactory trust = TrustManagerFactory.getInstance(algorithm);
    trust.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return context.getSocketFactory();
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

  private static int batch(HttpSocket socket) throws IOException {
    return batch(socket, "0s", claimed -> {});
  }

  /** Claims and acknowledges at most 100 jobs, and returns how many there were. */
  static int batch(HttpSocket socket, String wait, Consumer<String> act) throws IOException {
    String claimed = socket.post(LINES + "claim", "{\"max\":100,\"wait\":\"" + wait + "\"}");
    act.accept(claimed);
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

  private static Figures waiting(ServerProcess server, Sizes sizes)
      throws IOException, InterruptedException {
    int callers = Math.min(5_000, sizes.jobs);
    int jobs = 10 * (int) (20 * sizes.latenessSeconds);
    Lateness log = new Lateness();
    log.expect(jobs);
    Set<String> came = new HashSet<>();
    int[] twice = {0};
    AtomicBoolean isOpen = new AtomicBoolean(true);
    Figures figures = new Figures().with("resident before, MiB", "%.0f", server.residentMiB());
    InetSocketAddress address =
        new InetSocketAddress(server.url().getHost(), server.url().getPort());
    try (Connections waiters = new Connections(address, callers, HttpGroups::isWhole)) {
      waiters.all().forEach(HttpGroups::claim);
      Runnable reading =
          () ->
              waiters.run(
                  isOpen::get,
                  (connection, answer) -> {
                    if (!answer.startsWith("HTTP/1.1 200 ")) {
                      throw new IllegalStateException(answer);
                    }
                    Matcher job = JOB.matcher(answer);
                    while (job.find()) {
                      log.came(Instant.parse(job.group(2)).toEpochMilli());
                      twice[0] += came.add(job.group(1)) ? 0 : 1;
                    }
                    claim(connection);
                  });
      Thread reader = new Thread(reading);
      reader.start();
      Thread.sleep(5_000);
      double cpu = server.cpuSeconds();
      sizes.rest();
      double share = (server.cpuSeconds() - cpu) / sizes.idleSeconds * 100;
      figures
          .with("CPU while they wait, % of a core", "%.1f", share)
          .with("resident with %,d, MiB".formatted(callers), "%.0f", server.residentMiB());
      schedule(server, jobs);
      log.awaitAll();
      isOpen.set(false);
      reader.join();
    }
    return figures.with(log.figures()).with("given to two", "%.0f", twice[0]);
  }

  private static void claim(Connection connection) {
    String claim = "{\"max\":1,\"lease\":\"10m\",\"wait\":\"5m\"}";
    connection.send(
        "POST /v1/queues/q%d/claim HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                .formatted(connection.number() % 10)
            + "Content-Length: %d\r\n\r\n%s".formatted(claim.length(), claim));
  }

  private static boolean isWhole(String answer) {
    int end = answer.indexOf("\r\n\r\n");
    return end > 0
        && answer.endsWith("}")
        && count(answer.substring(end), "{") == count(answer.substring(end), "}");
  }

  /** Schedules 200 jobs a second, 10 a call, a second ahead. */
  private static void schedule(ServerProcess server, int jobs)
      throws IOException, InterruptedException {
    String format = "{\"id\":\"w-%d\",\"dueAt\":%d,\"payload\":\"" + PAYLOAD + "\"}";
    try (HttpSocket producer = new HttpSocket(server.url())) {
      long start = System.currentTimeMillis() + 2_000;
      for (int i = 0; i < jobs; i += 10) {
        Thread.sleep(Math.max(0, start + i * 5L - 1_000 - System.currentTimeMillis()));
        String batch =
            IntStream.range(i, i + 10)
                .mapToObj(job -> format.formatted(job, start + job * 5L))
                .collect(Collectors.joining(",", "[", "]"));
        producer.post("/v1/queues/q%d/jobs".formatted(i / 10 % 10), batch);
      }
    }
  }
}
