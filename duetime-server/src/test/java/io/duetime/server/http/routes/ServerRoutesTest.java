package io.duetime.server.http.routes;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.server.http.fixture.TestServer;
import io.duetime.server.http.fixture.TestServer.TestResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServerRoutesTest {
  @RegisterExtension private final TestServer server = new TestServer();

  @Test
  void theLevelOfTheLogIsShownAndChanged() {
    assertThat(server.get("/v1/server").at("/logLevel")).isEqualTo("INFO");

    TestResponse changed = server.patch("/v1/server", "{\"logLevel\":\"DEBUG\"}");

    assertThat(changed.status()).isEqualTo(200);
    assertThat(changed.at("/logLevel")).isEqualTo("DEBUG");
    assertThat(server.get("/v1/server").at("/logLevel")).isEqualTo("DEBUG");
  }

  @Test
  void theServerReadsItsSettingsAgain() {
    TestResponse answer = server.post("/v1/server/reload", "");

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.json().path("afterRestart").isArray()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "{\"logLevel\":null}", "{\"logLevel\":5}", "{\"level\":\"INFO\"}"})
  void whatIsNoLevelIsRefused(String body) {
    assertThat(server.patch("/v1/server", body).status()).isEqualTo(400);
  }

  @Test
  void changesAreForAdminsAndInTheAuditLog() {
    String root = server.token("root", "admin");
    String reader = server.token("reader", "read,payload,produce,consume");

    assertThat(server.as(reader, "POST", "/v1/server/reload", "").status()).isEqualTo(403);
    assertThat(server.as(root, "POST", "/v1/server/reload", "").status()).isEqualTo(200);
    server.as(root, "PATCH", "/v1/server", "{\"logLevel\":\"WARN\"}");

    TestResponse audit = server.as(root, "GET", "/v1/audit", "");
    assertThat(audit.at("/entries/0/action")).isEqualTo("PATCH /v1/server");
    assertThat(audit.at("/entries/0/details/fields")).isEqualTo("{\"logLevel\":\"WARN\"}");
    assertThat(audit.at("/entries/1/action")).isEqualTo("POST /v1/server/reload");
  }
}
