package io.duetime.bench.server;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Jobs that are streamed to a server as lines, and claimed and acknowledged in batches. */
final class LinesAndBatches {
  private static final int CONNECTIONS = 4;
  private static final String QUEUE = "/v1/queues/lines/";
  private static final String LEASE = "\"lease\":\"";
  private static final String PAYLOAD = "x".repeat(100);

  private final URI server;
  private final int jobs;

  LinesAndBatches(URI server, int jobs) {
    this.server = server;
    this.jobs = jobs;
  }

  /** Streams the jobs, which are due at once, and returns how many a second. */
  double load(int round) throws Exception {
    List<byte[]> parts = new ArrayList<>();
    for (int part = 0; part < CONNECTIONS; part++) {
      parts.add(lines(round, part));
    }
    return rate(parts.stream().<Callable<Integer>>map(part -> () -> stream(part)).toList());
  }

  private byte[] lines(int round, int part) {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < jobs / CONNECTIONS; i++) {
      lines
          .append("{\"id\":\"")
          .append(round)
          .append('-')
          .append(part)
          .append('-')
          .append(i)
          .append("\",\"delay\":\"0s\",\"payload\":\"")
          .append(PAYLOAD)
          .append("\"}\n");
    }
    return lines.toString().getBytes(StandardCharsets.US_ASCII);
  }

  private int stream(byte[] lines) throws IOException, InterruptedException {
    try (HttpSocket socket = new HttpSocket(server)) {
      String answers = new String(socket.stream(QUEUE + "jobs", lines), StandardCharsets.US_ASCII);
      return count(answers, "\"CREATED\"");
    }
  }

  private static int count(String text, String word) {
    int count = 0;
    for (int at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length())) {
      count++;
    }
    return count;
  }

  /** Claims and acknowledges until there are no more, and returns how many a second. */
  double work() throws Exception {
    Callable<Integer> one =
        () -> {
          try (HttpSocket socket = new HttpSocket(server)) {
            int done = 0;
            for (int claimed = batch(socket); claimed > 0; claimed = batch(socket)) {
              done += claimed;
            }
            return done;
          }
        };
    return rate(List.of(one, one, one, one));
  }

  private static int batch(HttpSocket socket) throws IOException {
    String claimed = socket.post(QUEUE + "claim", "{\"max\":100}");
    StringBuilder leases = new StringBuilder("{\"leases\":[");
    int count = 0;
    for (int at = claimed.indexOf(LEASE); at >= 0; at = claimed.indexOf(LEASE, at + 1)) {
      int from = at + LEASE.length();
      leases.append(count++ == 0 ? "" : ",").append('"');
      leases.append(claimed, from, claimed.indexOf('"', from)).append('"');
    }
    if (count > 0) {
      String acked = socket.post(QUEUE + "ack", leases.append("]}").toString());
      if (count(acked, "\"ACKED\"") != count) {
        throw new IOException("not all were acknowledged: " + acked);
      }
    }
    return count;
  }

  private double rate(List<Callable<Integer>> parts) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(parts.size());
    try {
      long begun = System.nanoTime();
      int done = 0;
      for (Future<Integer> part : threads.invokeAll(parts)) {
        done += part.get();
      }
      double seconds = (System.nanoTime() - begun) / 1e9;
      if (done != jobs / CONNECTIONS * CONNECTIONS) {
        throw new IllegalStateException(done + " of " + jobs + " jobs were done");
      }
      return done / seconds;
    } finally {
      threads.shutdownNow();
    }
  }
}
