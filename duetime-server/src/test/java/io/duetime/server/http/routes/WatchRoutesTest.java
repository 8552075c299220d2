package io.duetime.server.http.routes;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.server.http.fixture.TestServer;
import java.io.BufferedReader;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

@Timeout(value = 1, unit = TimeUnit.MINUTES)
class WatchRoutesTest {
  private static final String QUEUE = "/v1/queues/orders";

  @RegisterExtension private final TestServer server = new TestServer();

  @Test
  void anEarlierJobIsSignalledOnTheStream() throws Exception {
    server.post(QUEUE + "/claim", "{}");
    try (BufferedReader lines = watch()) {
      assertThat(lines.readLine()).isEqualTo("{\"kind\":\"WATCHING\"}");

      server.put(QUEUE + "/jobs/a?delay=1h", "x");

      assertThat(lines.readLine())
          .isEqualTo(
              "{\"kind\":\"EARLIER\",\"shard\":\"0.0\",\"next\":\"2026-11-20T08:00:00.000Z\"}");
    }
  }

  @Test
  void aServerThatStopsEndsTheStreams() throws Exception {
    try (BufferedReader lines = watch()) {
      assertThat(lines.readLine()).isEqualTo("{\"kind\":\"WATCHING\"}");

      server.front().close();

      assertThat(lines.readLine()).isNull();
    }
  }

  @Test
  void proxiesAreToldNotToKeepTheLines() throws Exception {
    HttpResponse<InputStream> stream = open();
    stream.body().close();

    assertThat(stream.headers().firstValue("X-Accel-Buffering")).hasValue("no");
  }

  private HttpResponse<InputStream> open() throws Exception {
    return server
        .client()
        .send(server.request(QUEUE + "/watch").GET().build(), BodyHandlers.ofInputStream());
  }

  private BufferedReader watch() throws Exception {
    return new BufferedReader(new InputStreamReader(open().body(), StandardCharsets.UTF_8));
  }
}
