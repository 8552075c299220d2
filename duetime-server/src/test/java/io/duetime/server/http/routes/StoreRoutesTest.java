package io.duetime.server.http.routes;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.server.http.fixture.TestServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

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
}
