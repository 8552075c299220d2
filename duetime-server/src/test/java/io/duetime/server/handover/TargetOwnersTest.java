package io.duetime.server.handover;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.engine.server.Documents.Document;
import io.duetime.server.http.fixture.TestServer;
import io.duetime.server.http.fixture.TestServer.TestResponse;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Who may have a queue handed over to which target. */
class TargetOwnersTest {
  @RegisterExtension private final TestServer server = new TestServer();
  private String root = "";
  private String tenant = "";

  @BeforeEach
  void anAdminOfTheStoreAndOneOfSomeQueues() {
    root = server.token("root", "admin");
    tenant = server.token("tenant", "admin=a*");
    put("shared", "\"box\":\"b\"");
    put("theirs", "\"box\":\"b\",\"queues\":[\"b\",\"a-out*\"]");
  }

  private TestResponse put(String name, String settings) {
    return server.as(
        root, "PUT", "/v1/targets/" + name, "{\"type\":\"inbox\",%s}".formatted(settings));
  }

  private TestResponse handOver(String token, String queue, String route) {
    return server.as(token, "PATCH", "/v1/queues/" + queue, "{\"handOver\":" + route + "}");
  }

  private static String to(String target) {
    return "{\"target\":\"" + target + "\"}";
  }

  @Test
  void anAdminOfAQueueUsesTargetsForItAlone() {
    TestResponse allowed = handOver(tenant, "a-out", to("theirs"));

    assertThat(allowed.at("/handOver/target")).as(allowed.body()).isEqualTo("theirs");
    assertThat(handOver(tenant, "a", to("theirs")).status()).isEqualTo(400);
    assertThat(handOver(tenant, "a", to("shared")).status()).isEqualTo(400);
    assertThat(handOver(tenant, "b", to("theirs")).status()).isEqualTo(403);
    assertThat(server.as(tenant, "GET", "/v1/targets/theirs", "").status()).isEqualTo(403);
  }

  @Test
  void aRefusalDoesNotTellWhichTargetsExist() {
    TestResponse exists = handOver(tenant, "a", to("shared"));
    TestResponse missing = handOver(tenant, "a", to("absent"));

    assertThat(exists.at("/field")).isEqualTo("handOver.target");
    assertThat(exists.at("/allowed"))
        .isEqualTo(missing.at("/allowed"))
        .isEqualTo("the name of a target for this queue; an admin of the store may name others");
    assertThat(exists.at("/detail").replace("shared", "absent")).isEqualTo(missing.at("/detail"));
  }

  @Test
  void aRefusalDoesNotTellHowTheTargetIsSet() {
    String broken =
        "{\"type\":\"inbox\",\"box\":\"b\",\"queues\":\"a*\",\"passwordEnv\":\"DUETIME_ABSENT\"}";
    server
        .engine()
        .putDocument("targets", "broken", Document.ABSENT, broken.getBytes(UTF_8))
        .toCompletableFuture()
        .join();

    TestResponse refused = handOver(tenant, "a", to("broken"));

    assertThat(refused.at("/field")).isEqualTo("handOver.target");
    assertThat(refused.body()).doesNotContain("DUETIME_ABSENT", "password");
    assertThat(handOver(root, "a", to("broken")).body()).contains("DUETIME_ABSENT");
  }

  @Test
  void anAdminOfTheStoreUsesEveryTarget() {
    assertThat(handOver(root, "a", to("shared")).status()).isEqualTo(200);
    assertThat(handOver(root, "a", to("absent")).at("/allowed"))
        .isEqualTo("the name of a target that exists");
  }

  @Test
  void whatAnAdminOfTheStoreHasSetStaysWhenOthersChangeTheRest() {
    handOver(root, "a", to("shared"));

    assertThat(server.as(tenant, "PATCH", "/v1/queues/a", "{\"maxRunning\":3}").status())
        .isEqualTo(200);
    assertThat(handOver(tenant, "a", "{\"target\":\"shared\",\"prefix\":\"x\"}").status())
        .isEqualTo(400);
    assertThat(handOver(tenant, "a", "null").status()).isEqualTo(200);
  }

  @Test
  void aSettingOfTheDestinationThatTheTargetFixesIsTheSameForEveryQueue() {
    put("fixed", "\"box\":\"b\",\"queues\":\"a\",\"destination.prefix\":\"{queue}\"");

    TestResponse other = handOver(tenant, "a", "{\"target\":\"fixed\",\"prefix\":\"x\"}");

    assertThat(other.at("/field")).isEqualTo("handOver.prefix");
    assertThat(other.at("/allowed")).isEqualTo("{queue}, which the target fixed fixes");
    assertThat(handOver(tenant, "a", to("fixed")).status()).isEqualTo(200);
    assertThat(handOver(tenant, "a", "{\"target\":\"fixed\",\"prefix\":\"{queue}\"}").status())
        .isEqualTo(200);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          "queues":"a b"          | queues
          "queues":["a,,b"]       | queues
          "queues":""             | queues
          "destination.target":"x" | handOver
          """)
  void whatIsWrongIsNamed(String setting, String field) {
    TestResponse put = put("wrong", "\"box\":\"b\"," + setting);

    assertThat(put.status()).as(put.body()).isEqualTo(400);
    assertThat(put.at("/field")).isEqualTo(field);
  }

  @ParameterizedTest
  @ValueSource(strings = {"[]", "null"})
  void aTargetIsForNoQueuesWhereNoneAreNamed(String queues) {
    assertThat(put("main", "\"box\":\"b\",\"queues\":" + queues).json().has("queues")).isFalse();

    assertThat(handOver(tenant, "a", to("main")).status()).isEqualTo(400);
  }

  @Test
  void theListOfTargetsTellsWhomTheyAreFor() {
    assertThat(server.as(root, "GET", "/v1/targets/theirs", "").at("/queues"))
        .isEqualTo("b,a-out*");
  }
}
