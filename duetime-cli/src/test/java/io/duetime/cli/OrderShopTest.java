package io.duetime.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The shop of the example before a server whose jobs change while it looks. */
@Tag("full")
class OrderShopTest {
  private static final List<String> LOOKS =
      List.of(counts(0, 0, 1), counts(0, 0, 1), counts(1, 0, 0), counts(0, 0, 0));

  @TempDir private Path folder;

  @Test
  void theShopWaitsForAJobThatRunsAtOneLookAndIsDelayedAtTheNext() throws Exception {
    AtomicInteger looks = new AtomicInteger();
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/", call -> answer(call, LOOKS.get(Math.min(looks.getAndIncrement(), LOOKS.size() - 1))));
    server.start();
    try {
      Process shop = pay("http://127.0.0.1:" + server.getAddress().getPort());

      assertThat(shop.waitFor()).isZero();
      assertThat(looks).hasValue(LOOKS.size());
    } finally {
      server.stop(0);
    }
  }

  private static String counts(int delayed, int ready, int running) {
    return "{\"counts\":{\"delayed\":%d,\"ready\":%d,\"running\":%d,\"dead\":0,\"done\":0}}"
        .formatted(delayed, ready, running);
  }

  private static void answer(HttpExchange call, String json) throws IOException {
    byte[] body = json.getBytes(StandardCharsets.UTF_8);
    call.sendResponseHeaders(200, body.length);
    call.getResponseBody().write(body);
    call.close();
  }

  /** Takes no payment at all, and waits until nothing is left. */
  private Process pay(String server) throws IOException {
    Path payments = Files.createFile(folder.resolve("payments"));
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir"),
            "../examples/order-timeouts/Shop.java",
            "pay",
            server,
            payments.toString(),
            folder.resolve("answers").toString())
        .inheritIO()
        .start();
  }
}
