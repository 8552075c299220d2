package io.duetime.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.time.SystemTime;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DuetimeServerTest {
  @TempDir Path folder;

  @Test
  void anInterruptedThreadClosesTheStoreAllTheSame() {
    try (SystemTime time = new SystemTime()) {
      DuetimeServer server = DuetimeServer.start(settings(), time);

      Thread.currentThread().interrupt();
      server.close();

      assertThat(Thread.interrupted()).isTrue();
      DuetimeServer.start(settings(), time).close();
    }
  }

  @Test
  void aColdServerIsReadyOnceItIsWarm() throws Exception {
    try (SystemTime time = new SystemTime();
        DuetimeServer server = DuetimeServer.startCold(settings(), this::settings, time)) {
      HttpResponse<String> cold = ready(server);
      server.warmUp(time);

      assertThat(cold.statusCode()).isEqualTo(503);
      assertThat(cold.body()).contains("\"code\":\"NOT_READY\"", "warming up");
      assertThat(ready(server).statusCode()).isEqualTo(200);
    }
  }

  private static HttpResponse<String> ready(DuetimeServer server) throws Exception {
    URI uri = URI.create("http://127.0.0.1:" + server.http().getPort() + "/health/ready");
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
  }

  private ServerSettings settings() {
    return ServerSettings.builder()
        .store("embedded:" + folder.resolve("data"))
        .http(new HostPort("127.0.0.1", 0))
        .build();
  }
}
