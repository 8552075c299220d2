package io.duetime.server;

import io.duetime.DuetimeException;
import io.duetime.TimeSource;
import io.duetime.server.http.HttpFront;
import io.duetime.time.Threads;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Schedules, claims, acknowledges and finds jobs over HTTP on a store in memory, so that the code
 * of these calls is loaded and compiled before a caller waits for it. Otherwise jobs run a tenth of
 * a second late in the first seconds of a server.
 */
final class Warmer {
  private static final Logger LOG = LoggerFactory.getLogger(Warmer.class);

  /** Further rounds gain little. */
  private static final int ROUNDS = 1_200;

  private static final Duration LONGEST = Duration.ofMillis(900);
  private static final int PATIENCE_MILLIS = 10_000;
  private static final String QUEUE = "/v1/queues/warm-up/";
  private static final String SEARCH = "/v1/search?id=one-";

  /** The value of a lease, with its quotes. */
  private static final Pattern LEASE = Pattern.compile("(?<=\"lease\":)\"[^\"]*\"");

  private final TimeSource time;
  private final long endNanos;

  Warmer(TimeSource time) {
    this.time = time;
    this.endNanos = time.nanoTime() + LONGEST.toNanos();
  }

  /** Runs for about a second; failures are logged and have no effect. */
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
    try (WarmCaller caller = new WarmCaller(server)) {
      for (int round = 0; !isOver(round); round++) {
        caller.call(
            "PUT", QUEUE + "jobs/one-" + round + "?delay=20ms", "{\"round\":" + round + "}");
        caller.call("POST", QUEUE + "jobs", batch(round));
        caller.call("GET", round % 2 == 0 ? QUEUE + "jobs/one-" + round : SEARCH + round, "");
      }
    }
  }

  private static String batch(int round) {
    String job = "{\"id\":\"many-%d-%d\",\"delay\":\"%dms\",\"payload\":\"x\"}";
    return "[%s,%s]".formatted(job.formatted(round, 0, 5), job.formatted(round, 1, 60));
  }

  private void claim(InetSocketAddress server) throws IOException {
    try (WarmCaller caller = new WarmCaller(server)) {
      for (int round = 0; !isOver(round); round++) {
        String claimed = caller.call("POST", QUEUE + "claim", "{\"max\":10,\"wait\":\"50ms\"}");
        String leases =
            LEASE
                .matcher(claimed)
                .results()
                .map(MatchResult::group)
                .collect(Collectors.joining(","));
        caller.call("POST", QUEUE + "ack", "{\"leases\":[" + leases + "]}");
      }
    }
  }

  /**
   * Makes calls over one connection. It only knows what the server answers here: an HTTP client of
   * the JDK would take its own share of the processors and of the compiler.
   */
  private static final class WarmCaller implements AutoCloseable {
    private static final String LENGTH = "content-length:";

    private final Socket socket = new Socket();
    private final InputStream in;

    WarmCaller(InetSocketAddress server) throws IOException {
      socket.setTcpNoDelay(true);
      socket.setSoTimeout(PATIENCE_MILLIS);
      socket.connect(server, PATIENCE_MILLIS);
      in = new BufferedInputStream(socket.getInputStream());
    }

    /** Sends JSON and returns the body of the answer, whatever its status. */
    String call(String method, String path, String json) throws IOException {
      String request =
          """
          %s %s HTTP/1.1\r
          Host: 127.0.0.1\r
          Content-Type: application/json\r
          Content-Length: %d\r
          \r
          %s\
          """
              .formatted(method, path, json.length(), json);
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      int length = 0;
      for (String line = line(); !line.isEmpty(); line = line()) {
        if (line.regionMatches(true, 0, LENGTH, 0, LENGTH.length())) {
          length = Integer.parseInt(line.substring(LENGTH.length()).strip());
        }
      }
      return new String(in.readNBytes(length), StandardCharsets.US_ASCII);
    }

    private String line() throws IOException {
      StringBuilder line = new StringBuilder();
      for (int next = in.read(); next != '\n'; next = in.read()) {
        if (next < 0) {
          throw new EOFException("the connection was closed");
        }
        line.append((char) next);
      }
      return line.toString().strip();
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }
}
