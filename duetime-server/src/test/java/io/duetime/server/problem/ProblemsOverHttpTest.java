package io.duetime.server.problem;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.runtime.call.Presence;
import io.duetime.server.http.fixture.TestServer;
import io.duetime.server.http.fixture.TestServer.TestResponse;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ProblemsOverHttpTest {
  private static final long NOW = Instant.parse("2026-11-20T07:00:00Z").toEpochMilli();
  private static final String UNTIL = "\"knownUntil\":\"2026-11-20T08:00:00.000Z\"";

  @RegisterExtension private final TestServer server = new TestServer();

  @Test
  void aProblemHasItsCauseAndWhatToDo() {
    late("orders");

    assertThat(server.get("/v1/problems").body())
        .isEqualTo(
            "{\"asOf\":\"2026-11-20T07:01:00.000Z\",\"problems\":[{\"id\":\"no_consumer:orders\","
                + "\"kind\":\"NO_CONSUMER\",\"queue\":\"orders\",\"target\":null,"
                + "\"since\":\"2026-11-20T07:01:00.000Z\",\"jobs\":1,\"lateMs\":60000,"
                + "\"cause\":\"1 job is due, the first for 1m: no consumer has asked for jobs within"
                + " the last minute\",\"command\":\"duetime work orders --exec COMMAND\","
                + "\"link\":\"docs/runbook.md#duetimejobsoverdue\","
                + "\"details\":{\"consumers\":\"0\",\"running\":\"0\"}}],\"more\":0}");
    assertThat(server.get("/metrics").body())
        .contains(
            "duetime_problems{kind=\"NO_CONSUMER\"} 1.0", "duetime_problems{kind=\"DEAD\"} 0.0");
  }

  @Test
  void aKnownProblemComesLastAndAlertsNobody() {
    late("orders");
    late("mail");

    TestResponse noted =
        put("/v1/problems/no_consumer:orders", "{" + UNTIL + ",\"note\":\"ticket 4711\"}");
    server.judge();

    assertThat(noted.status()).isEqualTo(200);
    assertThat(noted.at("/known/note")).isEqualTo("ticket 4711");
    assertThat(server.get("/v1/problems").at("/problems/1/id")).isEqualTo("no_consumer:orders");
    assertThat(server.get("/metrics").body())
        .contains("duetime_problems{kind=\"NO_CONSUMER\"} 1.0");
    assertThat(put("/v1/problems/no_consumer:orders", "{}").json().has("known")).isFalse();
  }

  @Test
  void whatCannotBeNotedIsRefused() {
    late("orders");

    TestResponse never = put("/v1/problems/no_consumer:orders", "{\"knownUntil\":\"soon\"}");
    TestResponse other = put("/v1/problems/no_consumer:orders", "{\"until\":1}");
    TestResponse large =
        put(
            "/v1/problems/no_consumer:orders",
            "{" + UNTIL + ",\"note\":\"" + "x".repeat(1_001) + "\"}");

    TestResponse alone = put("/v1/problems/no_consumer:orders", "{\"note\":\"ticket 4711\"}");

    assertThat(never.at("/field")).isEqualTo("knownUntil");
    assertThat(alone.at("/field")).isEqualTo("note");
    assertThat(alone.at("/allowed")).isEqualTo("only with knownFor or knownUntil");
    assertThat(other.at("/allowed")).contains("knownUntil, knownFor, note");
    assertThat(large.at("/allowed")).isEqualTo("at most 1,000 bytes");
    assertThat(put("/v1/problems/no_consumer:mail", "{}").status()).isEqualTo(404);
  }

  @Test
  void aTokenSeesTheProblemsOfItsQueuesAlone() {
    present();
    late("team-a/orders");
    late("team-b/orders");
    String root = server.token("root", "admin");
    String reader = server.token("reader", "read=team-a/*");
    String admin = server.token("team-a", "read=team-b/*", "admin=team-a/*");

    assertThat(ids(server.as(reader, "GET", "/v1/problems", "")))
        .containsExactly("no_consumer:team-a/orders");
    assertThat(ids(server.as(root, "GET", "/v1/problems", ""))).hasSize(4);
    assertThat(server.as(reader, "PUT", "/v1/problems/no_consumer:team-a%2Forders", "{}").status())
        .isEqualTo(403);
    assertThat(server.as(admin, "PUT", "/v1/problems/no_consumer:team-b%2Forders", "{}").status())
        .isEqualTo(403);
    assertThat(server.as(admin, "PUT", "/v1/problems/target_down:main", "{}").status())
        .isEqualTo(403);
    assertThat(server.as(admin, "PUT", "/v1/problems/no_consumer:team-a%2Forders", "{}").status())
        .isEqualTo(200);
    assertThat(server.as(root, "GET", "/v1/processes", "").json().at("/processes/0/workers").size())
        .isEqualTo(1);
    assertThat(server.as(reader, "GET", "/v1/processes", "").json().at("/processes").size())
        .isZero();
  }

  @Test
  void aTargetThatIsDownIsSeenByReadersOfItsQueuesWithoutItsError() {
    present();
    late("team-b/mail");
    server.token("root", "admin");
    String reader = server.token("reader", "read=team-b/*");
    String errors = server.token("errors", "payload=team-b/*", "read=team-b/*");

    TestResponse seen = server.as(reader, "GET", "/v1/problems", "");
    TestResponse whole = server.as(errors, "GET", "/v1/problems", "");

    assertThat(seen.at("/problems/1/id")).isEqualTo("target_down:main");
    assertThat(seen.at("/problems/1/queues/0")).isEqualTo("team-b/mail");
    assertThat(seen.at("/problems/1/cause")).isEqualTo("nothing is sent to the target");
    assertThat(whole.at("/problems/1/cause")).isEqualTo("nothing is sent to the target: 503");
  }

  /** A process that hands over and has a hung handler. */
  private void present() {
    Presence process =
        new Presence(
            "7@host",
            NOW + 3_600_000,
            null,
            List.of(new Presence.Working("team-b/x", "x-1", 1, 1, 1, false, 0, List.of("j"))),
            List.of(new Presence.Target("main", false, NOW, NOW, 0, "503", List.of("team-b/mail"))),
            0);
    server
        .engine()
        .putDocument(Presence.COLLECTION, "a", 0, process.encode())
        .toCompletableFuture()
        .join();
  }

  private void late(String queue) {
    server.put("/v1/queues/" + queue.replace("/", "%2F") + "/jobs/" + Math.random(), "{}");
    server.advance(60_000);
    server.judge();
  }

  private TestResponse put(String path, String json) {
    return server.put(path, json, "Content-Type", "application/json");
  }

  private static List<String> ids(TestResponse page) {
    return page.json().at("/problems").valueStream().map(one -> one.path("id").asString()).toList();
  }
}
