package io.duetime.server.http.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.server.http.fixture.TestServer;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Streams of few bytes that decode to many lines. */
class UnreadAnswersTest {
  private static final int LINES = 300_000;

  @RegisterExtension private final TestServer server = new TestServer();
  private int looks;

  @Test
  void aCallerThatDoesNotReadIsNotServedOn() throws IOException {
    try (Socket socket = connect()) {
      StringBuilder lines = new StringBuilder();
      for (int i = 0; i < LINES; i++) {
        lines.append("{\"x\":").append(i).append("}\n");
      }
      send(socket, gzip(lines.toString()));

      assertThat(readInTheEnd()).isLessThan(LINES);

      BufferedReader answers =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
      assertThat(answers.lines().filter(line -> line.contains("INVALID"))).hasSize(LINES);
    }
  }

  @Test
  void millionsOfBlankLinesAreSkipped() throws IOException {
    try (Socket socket = connect()) {
      // Of one kind, they would decode to more than 200 times their length.
      SplittableRandom random = new SplittableRandom(1);
      StringBuilder lines = new StringBuilder();
      for (int i = 0; i < 4_000_000; i++) {
        lines.append(random.nextBoolean() ? "\n" : "\r\n");
      }
      send(socket, gzip(lines + "{}"));

      BufferedReader answers =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
      assertThat(answers.lines().filter(line -> line.contains("CREATED")))
          .singleElement()
          .asString()
          .contains("\"line\":4000001");
    }
  }

  /** Looks until no line is read between many looks. */
  private long readInTheEnd() {
    long before = -1;
    long now = linesRead();
    while (now != before || now == 0) {
      before = now;
      for (int i = 0; i < 200; i++) {
        now = linesRead();
      }
    }
    return now;
  }

  /** Each line takes an id, and so does each look. */
  private long linesRead() {
    String id = server.post("/v1/queues/q/jobs", "{}").at("/id");
    looks++;
    return Long.parseLong(id.substring("made-".length())) - looks;
  }

  private Socket connect() throws IOException {
    Socket socket = new Socket();
    // Otherwise much of what is not read waits in the kernel.
    socket.setReceiveBufferSize(64 << 10);
    socket.connect(server.address());
    socket.setSoTimeout(60_000);
    return socket;
  }

  private static void send(Socket socket, byte[] body) throws IOException {
    OutputStream out = socket.getOutputStream();
    String head =
        "POST /v1/queues/q/jobs HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
            + "Content-Type: application/x-ndjson\r\nContent-Encoding: gzip\r\nContent-Length: "
            + body.length
            + "\r\n\r\n";
    out.write(head.getBytes(StandardCharsets.US_ASCII));
    out.write(body);
  }

  private static byte[] gzip(String text) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
    return bytes.toByteArray();
  }
}
