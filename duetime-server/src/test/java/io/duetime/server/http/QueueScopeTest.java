package io.duetime.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.server.http.fixture.TestServer;
import io.duetime.server.http.fixture.TestServer.TestResponse;
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

    TestResponse refused = server.as(team, "PATCH", OURS, "{\"deadCopyTo\":\"team-b/orders\"}");

    assertThat(refused.status()).isEqualTo(403);
    assertThat(refused.at("/role")).isEqualTo("produce");
    assertThat(refused.at("/queue")).isEqualTo("team-b/orders");
    assertThat(server.as(team, "GET", OURS, "").json().at("/settings/deadCopyTo").isNull())
        .isTrue();
    assertThat(server.as(team, "PATCH", OURS, "{\"deadCopyTo\":\"team-a/dead\"}").status())
        .isEqualTo(200);
    assertThat(server.as(team, "PATCH", OURS, "{\"deadCopyTo\":\"graveyard\"}").status())
        .isEqualTo(200);
    assertThat(server.as(team, "PATCH", OURS, "{\"deadCopyTo\":null}").status()).isEqualTo(200);
  }

  @Test
  void aProducerFollowsAndCancelsTheTaskThatItStarts() {
    String producer = server.token("producer", "produce=team-a/*");
    String task = task(server.as(producer, "DELETE", OURS + "/jobs?all=true&background=true", ""));

    assertThat(server.as(producer, "GET", task, "").at("/kind")).isEqualTo("CANCEL");
    assertThat(server.as(producer, "GET", "/v1/tasks", "").json().path("tasks").size())
        .isEqualTo(1);
    assertThat(server.as(producer, "DELETE", task, "").status()).isEqualTo(200);
  }

  @Test
  void aTaskIsHiddenFromTokensThatMayNeitherReadNorStartIt() {
    String admin = server.token("admin", "admin=team-a/*");
    String purge =
        task(server.as(admin, "POST", OURS + "/purge?background=true", "{\"all\":true}"));

    for (String grant : new String[] {"produce=team-a/*", "admin=team-b/*", "consume"}) {
      String stranger = server.token(grant.replaceAll("\\W", "-"), grant);
      assertThat(server.as(stranger, "GET", purge, "").status()).as(grant).isEqualTo(404);
      assertThat(server.as(stranger, "GET", "/v1/tasks", "").body()).isEqualTo("{\"tasks\":[]}");
    }
    assertThat(server.as(server.token("reader", "read=team-a/*"), "GET", purge, "").status())
        .isEqualTo(200);
  }

  private static String task(TestResponse accepted) {
    assertThat(accepted.status()).isEqualTo(202);
    return accepted.response().headers().firstValue("Location").orElseThrow();
  }

  @Test
  void aRefusalSaysOnHowManyQueuesTheRoleIsNeeded() {
    String producer = server.token("producer", "produce=orders");

    assertThat(server.as(producer, "GET", "/v1/queues", "").at("/detail"))
        .isEqualTo("The token needs the role read on at least one queue");
    assertThat(server.as(producer, "GET", "/metrics", "").at("/detail"))
        .isEqualTo("The token needs the role read on every queue");
    assertThat(server.as(producer, "GET", "/v1/queues/mail", "").at("/detail"))
        .isEqualTo("The token needs the role read on the queue mail");
  }
}
