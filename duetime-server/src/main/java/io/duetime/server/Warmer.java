package io.duetime.server;

import io.duetime.DuetimeException;
import io.duetime.TimeSource;
import io.duetime.internal.time.Threads;
import io.duetime.server.http.ListenFailure;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
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
  private static final String QUEUE = "/v1/queues/warm-up/";

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
    } catch (DuetimeException | ListenFailure noScratch) {
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
    try (WarmUpCaller caller = new WarmUpCaller(server)) {
      for (int round = 0; !isOver(round); round++) {
        caller.call(
            "PUT", QUEUE + "jobs/one-" + round + "?delay=20ms", "{\"round\":" + round + "}");
        caller.call("POST", QUEUE + "jobs", batch(round));
        caller.call("GET", QUEUE + "jobs/one-" + round, "");
      }
    }
  }

  private static String batch(int round) {
    String job = "{\"id\":\"many-%d-%d\",\"delay\":\"%dms\",\"payload\":\"x\"}";
    return "[%s,%s]".formatted(job.formatted(round, 0, 5), job.formatted(round, 1, 60));
  }

  private void claim(InetSocketAddress server) throws IOException {
    try (WarmUpCaller caller = new WarmUpCaller(server)) {
      for (int round = 0; !isOver(round); round++) {
        String claimed = caller.call("POST", QUEUE + "claim", "{\"max\":10,\"wait\":\"50ms\"}");
        caller.call("POST", QUEUE + "ack", "{\"leases\":" + WarmUpCaller.leases(claimed) + "}");
      }
    }
  }

  /**
   * Calls a server over one connection. Reads only answers with a length, which keeps it lighter than
   * an HTTP client.
   */
  static final class WarmUpCaller implements AutoCloseable {
    private static final Pattern LEASE = Pattern.compile("\"lease\":(\"[^\"]*\")");
    private static final String LENGTH = "content-length:";
    private static final int PATIENCE_MILLIS = 10_000;

    private final Socket socket;
    private final InputStream in;

    WarmUpCaller(InetSocketAddress server) throws IOException {
      socket = new Socket(server.getAddress(), server.getPort());
      socket.setTcpNoDelay(true);
      socket.setSoTimeout(PATIENCE_MILLIS);
      in = new BufferedInputStream(socket.getInputStream());
    }

    /** Sends JSON and returns the body of the answer, whatever its status. */
    String call(String method, String path, String json) throws IOException {
      byte[] body = json.getBytes(StandardCharsets.UTF_8);
      String head =
          method
              + " "
              + path
              + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: "
              + body.length
              + "\r\n\r\n";
      socket.getOutputStream().write((head + json).getBytes(StandardCharsets.UTF_8));
      int length = 0;
      for (String line = line(); !line.isEmpty(); line = line()) {
        String small = line.toLowerCase(Locale.ROOT);
        if (small.startsWith(LENGTH)) {
          length = Integer.parseInt(small.substring(LENGTH.length()).strip());
        }
      }
      return new String(in.readNBytes(length), StandardCharsets.UTF_8);
    }

    private String line() throws IOException {
      StringBuilder line = new StringBuilder();
      for (int c = in.read(); c != '\n'; c = in.read()) {
        if (c < 0) {
          throw new EOFException("the connection was closed");
        }
        line.append((char) c);
      }
      return line.toString().stripTrailing();
    }

    /** The leases in a claim's answer, as a JSON array. */
    static String leases(String claimed) {
      return LEASE
          .matcher(claimed)
          .results()
          .map((MatchResult lease) -> lease.group(1))
          .collect(Collectors.joining(",", "[", "]"));
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }
}
