package io.duetime.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.handover.IpRange;
import io.duetime.memory.MemoryEngine;
import io.duetime.time.SystemTime;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Callers behind a proxy on this machine. */
class TrustedProxyTest {
  private final SystemTime time = new SystemTime();
  private final MemoryEngine engine = new MemoryEngine(time);

  @AfterEach
  void stop() {
    time.close();
  }

  @Test
  void callersBehindATrustedProxyAreNotLocal() throws Exception {
    ServerSettings.Builder trusting =
        settings().set(Setting.TRUSTED_PROXIES, List.of(IpRange.of("127.0.0.1")));
    try (DuetimeServer server = DuetimeServer.over(engine, trusting.build(), time)) {
      assertThat(queues(server, "203.0.113.9").statusCode()).isEqualTo(401);
      assertThat(queues(server, "127.0.0.1").statusCode()).isEqualTo(200);
    }
  }

  @Test
  void theHeaderOfOtherCallersIsNotRead() throws Exception {
    try (DuetimeServer server = DuetimeServer.over(engine, settings().build(), time)) {
      assertThat(queues(server, "203.0.113.9").statusCode()).isEqualTo(200);
    }
  }

  private static ServerSettings.Builder settings() {
    return ServerSettings.builder().store("memory:").http(new HostPort("127.0.0.1", 0));
  }

  private static HttpResponse<String> queues(DuetimeServer server, String forwardedFor)
      throws IOException, InterruptedException {
    URI uri = URI.create("http://127.0.0.1:" + server.http().getPort() + "/v1/queues");
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(uri).header("X-Forwarded-For", forwardedFor).build(),
            BodyHandlers.ofString());
  }
}
