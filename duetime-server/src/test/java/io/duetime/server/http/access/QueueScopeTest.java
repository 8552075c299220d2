package io.duetime.server.http.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.server.http.fixture.TestServer;
import io.duetime.server.http.fixture.TestServer.TestResponse;
import java.net.http.HttpRequest.BodyPublishers;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What the token of one team reaches of queues and tasks that its path does not name. */
class QueueScopeTest {
  private static final String OURS = "/v1/queues/team-a%2Forders";

  @RegisterExtension private final TestServer server = new TestServer();

  @BeforeEach
  void theFirstToken() {
    server.token("root", "admin");
  }

  @Test
  void deadJobsAreCopiedOnlyToQueuesThatTheTokenMayProduceTo() {
    String team = server.token("team", "admin=team-a/*", "produce=graveyard", "read=team-b/*");

    TestResponse refused = as(team, "PATCH", OURS, "{\"deadCopyTo\":\"team-b/orders\"}");

    assertThat(refused.status()).isEqualTo(403);
    assertThat(refused.at("/role")).isEqualTo("produce");
    assertThat(refused.at("/queue")).isEqualTo("team-b/orders");
    assertThat(as(team, "GET", OURS, "").json().at("/settings/deadCopyTo").isNull()).isTrue();
    assertThat(as(team, "PATCH", OURS, "{\"deadCopyTo\":\"team-a/dead\"}").status())
        .isEqualTo(200);
    assertThat(as(team, "PATCH", OURS, "{\"deadCopyTo\":\"graveyard\"}").status()).isEqualTo(200);
    assertThat(as(team, "PATCH", OURS, "{\"deadCopyTo\":null}").status()).isEqualTo(200);
  }

  private TestResponse as(String token, String method, String path, String json) {
    return server.send(
        method,
        path,
        BodyPublishers.ofString(json),
        "Authorization",
        "Bearer " + token,
        "Content-Type",
        "application/json");
  }
}
