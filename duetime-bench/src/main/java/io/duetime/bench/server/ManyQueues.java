package io.duetime.bench.server;

import java.io.IOException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A server with a waiting job in each of many queues. */
final class ManyQueues {
  private static final Pattern CURSOR = Pattern.compile("\"cursor\":\"([^\"]*)\"");

  private final ServerProcess server;
  private final int count;
  private double lastKiB;

  /** What is read. */
  enum Page {
    METRICS("`GET /metrics`"),
    QUEUES("a page of 1,000 of `GET /v1/queues`"),
    TOP("all pages, as `top` reads them");

    private final String title;

    Page(String title) {
      this.title = title;
    }

    String title() {
      return title;
    }
  }

  ManyQueues(ServerProcess server, int count) {
    this.server = server;
    this.count = count;
  }

  void fill() throws IOException {
    try (HttpSocket socket = new HttpSocket(server.url())) {
      for (int i = 0; i < count; i++) {
        socket.call(
            "PUT",
            "/v1/queues/queue-%05d/jobs/a?delay=1h".formatted(i),
            "text/plain",
            new byte[100]);
      }
    }
  }

  /** Reads it over a new connection, and returns how many milliseconds that took. */
  double read(Page page) throws IOException {
    try (HttpSocket socket = new HttpSocket(server.url())) {
      long begun = System.nanoTime();
      int size =
          switch (page) {
            case METRICS -> socket.get("/metrics").length();
            case QUEUES -> socket.get("/v1/queues?limit=1000").length();
            case TOP -> all(socket);
          };
      lastKiB = size / 1024.0;
      return (System.nanoTime() - begun) / 1e6;
    }
  }

  private static int all(HttpSocket socket) throws IOException {
    int size = 0;
    String cursor = "";
    do {
      String page = socket.get("/v1/queues?details=false" + cursor);
      size += page.length();
      Matcher next = CURSOR.matcher(page);
      cursor = next.find() ? "&cursor=" + next.group(1) : "";
    } while (!cursor.isEmpty());
    return size;
  }

  /** The size of what was read last. */
  double lastKiB() {
    return lastKiB;
  }
}
