package io.duetime.server.http.routes;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.server.http.fixture.TestServer;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

class StoreRoutesTest {
  @RegisterExtension private final TestServer server = new TestServer();

  @Test
  void theStoreTellsWhatItIsAndHowItIs() {
    assertThat(server.get("/v1/store").json().at("/engine").asString()).isEqualTo("memory");
    assertThat(server.get("/v1/store").at("/version")).isEqualTo("test");
    assertThat(server.get("/v1/store").at("/now")).isEqualTo("2026-11-20T07:00:00.000Z");
    assertThat(server.get("/v1/store").at("/findings/0/verdict")).isEqualTo("WARNING");
  }

  @Test
  void aBackupNeedsAnAbsolutePath() {
    assertThat(server.post("/v1/store/backup", "{\"folder\":\"data\"}").status()).isEqualTo(400);
    assertThat(server.post("/v1/store/backup", "{\"folder\":\"data\"}").at("/allowed"))
        .isEqualTo("an absolute path on the server's machine");
    assertThat(server.post("/v1/store/backup", "{}").at("/value")).isEqualTo("missing");
    assertThat(server.post("/v1/store/backup", "{\"folder\":\"/backup\"}").status()).isEqualTo(501);
  }

  @Test
  void aServerLivesAndIsReadyWhileItsStoreAnswers() {
    assertThat(server.get("/health/live").body()).isEqualTo("{\"status\":\"UP\"}");
    assertThat(server.get("/health/ready").status()).isEqualTo(200);

    server.engine().close();

    assertThat(server.get("/health/live").status()).isEqualTo(200);
    assertThat(server.get("/health/ready").status()).isEqualTo(503);
    assertThat(server.get("/health/ready").at("/code")).isEqualTo("NOT_READY");
  }

  @Test
  void aTimelineTellsWhatRanByTheMinuteForADayAndByTheHourForWeeks() {
    server.put("/v1/queues/q/jobs/a", "x");
    server.advance(90_000);
    server.post("/v1/queues/q/claim", "{\"lease\":\"100d\"}");
    server.advance(30_000);

    JsonNode minutes = server.get("/v1/queues/q/timeline?past=1h&buckets=60").json();
    server.advance(Duration.ofHours(30).toMillis());
    server.put("/v1/queues/q/jobs/b", "x");
    server.post("/v1/queues/q/claim", "{}");
    server.advance(60_000);
    JsonNode hours = server.get("/v1/timeline?past=35d&buckets=840").json();

    assertThat(minutes.at("/buckets/59/to")).isEqualTo(minutes.at("/now"));
    assertThat(ran(minutes)).containsExactly("2026-11-20T07:01:00.000Z 1 90000");
    assertThat(ran(hours))
        .containsExactly("2026-11-20T06:03:00.000Z 1 90000", "2026-11-21T12:03:00.000Z 1 0");
    assertThat(server.get("/v1/timeline?past=1h&from=0").at("/field")).isEqualTo("past");
  }

  private static List<String> ran(JsonNode timeline) {
    return timeline
        .path("buckets")
        .valueStream()
        .filter(bucket -> bucket.path("ran").asLong() > 0)
        .map(bucket ->
            bucket.path("from").asString()
                + " "
                + bucket.path("ran").asLong()
                + " "
                + bucket.path("latenessMaxMs").asLong())
        .toList();
  }
}
