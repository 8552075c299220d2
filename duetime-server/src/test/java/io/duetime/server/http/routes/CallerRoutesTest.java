package io.duetime.server.http.routes;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.server.http.fixture.TestServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class CallerRoutesTest {
  @RegisterExtension private final TestServer server = new TestServer();

  @Test
  void withoutTokensACallerMayDoEverything() {
    assertThat(server.get("/v1/caller").body())
        .isEqualTo(
            "{\"name\":null,\"expiresAt\":null,\"grants\":[{\"roles\":[\"admin\"],\"queues\":[\"*\"]}]}");
  }

  @Test
  void aTokenIsToldItsNameAndGrants() {
    server.token("root", "admin");
    String reader = server.token("reader", "read,produce=mail/*");

    assertThat(server.as(reader, "GET", "/v1/caller", "").body())
        .isEqualTo(
            "{\"name\":\"reader\",\"expiresAt\":null,\"grants\":[{\"roles\":[\"read\",\"produce\"],\"queues\":[\"mail/*\"]}]}");
    assertThat(server.get("/v1/caller").status()).isEqualTo(401);
  }
}
