package io.duetime.client.internal.engine;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.duetime.OutcomeUnknownException;
import io.duetime.StoreFailureException;
import io.duetime.client.http.ServerUri;
import io.duetime.client.internal.http.HttpCaller;
import io.duetime.engine.Operation;
import io.duetime.wire.Members;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Batches of two calls to a server that refuses the token from one call on. */
@Timeout(value = 1, unit = TimeUnit.MINUTES)
class BatchCallerTest {
  private static final String HALF = "x".repeat(5 << 20);

  private final AtomicInteger calls = new AtomicInteger();
  private int answered;
  private HttpServer server;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        call -> {
          call.getRequestBody().readAllBytes();
          boolean refused = calls.getAndIncrement() >= answered;
          byte[] body =
              (refused ? "{\"code\":\"TOKEN_INVALID\"}" : "{\"results\":[{}]}")
                  .getBytes(StandardCharsets.UTF_8);
          call.sendResponseHeaders(refused ? 401 : 200, body.length);
          call.getResponseBody().write(body);
          call.close();
        });
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  @Test
  void aChangeWhoseLaterPartIsRefusedHasAnUnknownOutcome() {
    answered = 1;

    assertThatThrownBy(() -> send(Operation.CANCEL))
        .hasCauseInstanceOf(OutcomeUnknownException.class);
  }

  @Test
  void aChangeWhoseFirstPartIsRefusedIsRefused() {
    assertThatThrownBy(() -> send(Operation.CANCEL))
        .hasCauseInstanceOf(StoreFailureException.class);
  }

  private List<String> send(Operation operation) {
    String uri = "http://127.0.0.1:" + server.getAddress().getPort();
    try (HttpCaller caller =
        new HttpCaller(new ServerUri(uri, null, null, Duration.ofMinutes(1)))) {
      return new BatchCaller(caller)
          .call(
              BatchCaller.Target.array(operation, "/v1/x"),
              List.of(HALF, HALF),
              text -> out -> out.writeString(text),
              (Members<String> result) -> "answered")
          .toCompletableFuture()
          .join();
    }
  }
}
