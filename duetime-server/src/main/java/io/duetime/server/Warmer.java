package io.duetime.server;

import io.duetime.DuetimeException;
import io.duetime.TimeSource;
import io.duetime.server.http.HttpFront;
import io.duetime.time.Threads;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Schedules, claims and acknowledges jobs over HTTP on a store in memory, so that the code of these
 * calls is loaded and compiled before a caller waits for it. Otherwise jobs run a tenth of a second
 * late in the first seconds of a server.
 */
final class Warmer {
  private static final Logger LOG = LoggerFactory.getLogger(Warmer.class);

  /** Further rounds gain little. */
  private static final int ROUNDS = 1_200;

  private static final Duration LONGEST = Duration.ofMillis(1_300);
  private static final int PATIENCE_MILLIS = 10_000;
  private static final String QUEUE = "/v1/queues/warm-up/";

  /** The value of a lease, with its quotes. */
  private static final Pattern LEASE = Pattern.compile("(?<=\"lease\":)\"[^\"]*\"");

  private final TimeSource time;
  private final long endNanos;

  Warmer(TimeSource time) {
    this.time = time;
    this.endNanos = time.nanoTime() + LONGEST.toNanos();
  }

  /** Runs for little more than a second; failures are logged and have no effect. */
  void run() {
    ServerSettings settings =
        ServerSettings.builder().store("memory:").http(new HostPort("127.0.0.1", 0)).build();
    try (DuetimeServer scratch = DuetimeServer.start(settings, time)) {
      Thread claimer =
          Threads.daemons("duetime-warmer-claims")
              .newThread(() -> attempt(() -> claim(scratch.http())));
      claimer.start();
      attempt(() -> schedule(scratch.http()));
      claimer.join();
    } catch (DuetimeException | HttpFront.ListenFailure noScratch) {
      LOG.info("Could not warm up: {}", noScratch.getMessage());
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  private interface Calls {
    void make() throws IOException;
  }

  private static void attempt(Calls calls) {
    try {
      calls.make();
    } catch (IOException broken) {
      LOG.info("Could not warm up: {}", broken.getMessage());
    }
  }

  private boolean isOver(int round) {
    return round > ROUNDS || time.nanoTime() - endNanos > 0;
  }

  private void schedule(InetSocketAddress server) throws IOException {
    for (int round = 0; !isOver(round); round++) {
      call(server, "PUT", "jobs/one-" + round + "?delay=20ms", "{\"round\":" + round + "}");
      call(server, "POST", "jobs", batch(round));
      call(server, "GET", "jobs/one-" + round, "");
    }
  }

  private static String batch(int round) {
    String job = "{\"id\":\"many-%d-%d\",\"delay\":\"%dms\",\"payload\":\"x\"}";
    return "[%s,%s]".formatted(job.formatted(round, 0, 5), job.formatted(round, 1, 60));
  }

  private void claim(InetSocketAddress server) throws IOException {
    for (int round = 0; !isOver(round); round++) {
      String claimed = call(server, "POST", "claim", "{\"max\":10,\"wait\":\"50ms\"}");
      String leases =
          LEASE.matcher(claimed).results().map(MatchResult::group).collect(Collectors.joining(","));
      call(server, "POST", "ack", "{\"leases\":[" + leases + "]}");
    }
  }

  /** Sends JSON and returns the body of the answer, whatever its status. */
  private static String call(InetSocketAddress server, String method, String path, String json)
      throws IOException {
    URI uri = URI.create("http://127.0.0.1:" + server.getPort() + QUEUE + path);
    HttpURLConnection call = (HttpURLConnection) uri.toURL().openConnection(Proxy.NO_PROXY);
    call.setRequestMethod(method);
    call.setReadTimeout(PATIENCE_MILLIS);
    if (!json.isEmpty()) {
      call.setRequestProperty("Content-Type", "application/json");
      call.setDoOutput(true);
      call.getOutputStream().write(json.getBytes(StandardCharsets.UTF_8));
    }
    try (InputStream body =
        call.getResponseCode() < HttpURLConnection.HTTP_BAD_REQUEST
            ? call.getInputStream()
            : call.getErrorStream()) {
      return new String(body.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
