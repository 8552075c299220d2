package io.duetime.server.http.routes;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.server.http.fixture.TestServer;
import io.duetime.server.http.fixture.TestServer.TestResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class MixedSettlementsTest {
  private static final String QUEUE = "/v1/queues/orders";

  @RegisterExtension private final TestServer server = new TestServer();

  @Test
  void leasesAreSettledEachInItsOwnWay() {
    String done = claimed("a");
    String failed = claimed("b");

    TestResponse got =
        server.post(
            QUEUE + "/settle",
            "{\"settlements\":[{\"do\":\"ACK\",\"lease\":\"%s\"},{\"do\":\"RETRY\",\"lease\":\"%s\",\"delay\":\"5s\"},{\"do\":\"RELEASE\",\"lease\":\"broken\"}]}"
                .formatted(done, failed));

    assertThat(got.at("/results/0/outcome")).isEqualTo("ACKED");
    assertThat(got.at("/results/1/outcome")).isEqualTo("RETRYING");
    assertThat(got.at("/results/1/dueAt")).isEqualTo("2026-11-20T07:00:05.000Z");
    assertThat(got.at("/results/2/outcome")).isEqualTo("REFUSED");
  }

  @Test
  void aSettlementNamesWhatToDoAndItsLease() {
    assertThat(server.post(QUEUE + "/settle", "{}").at("/field")).isEqualTo("settlements");
    assertThat(refused("{\"lease\":\"x\"}").at("/field").asString()).isEqualTo("do");
    assertThat(refused("{\"do\":\"ACK\"}").at("/field").asString()).isEqualTo("lease");
    assertThat(refused("{\"do\":\"EAT\",\"lease\":\"x\"}").at("/value").asString())
        .isEqualTo("EAT");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"lease\":7,\"do\":\"ACK\"}",
        "{\"lease\":\"x\",\"do\":\"RETRY\",\"delay\":\"soon\"}",
        "{\"lease\":\"x\",\"do\":\"RETRY\",\"priority\":\"high\"}",
        "{\"lease\":\"x\",\"do\":\"EXTEND\",\"extendBy\":\"0s\"}"
      })
  void aSettlementThatIsWrongIsRefusedByItself(String wrong) {
    String ack = "{\"do\":\"ACK\",\"lease\":\"" + claimed("a") + "\"}";

    TestResponse got = settle(wrong + "," + ack);

    assertThat(got.at("/results/0/outcome")).isEqualTo("REFUSED");
    assertThat(got.at("/results/1/outcome")).isEqualTo("ACKED");
  }

  @Test
  void anAckCanHaveAMessage() {
    server.patch(QUEUE, "{\"retention\":\"1h\"}");
    String a = claimed("a");
    String b = claimed("b");

    settle("{\"do\":\"ACK\",\"lease\":\"" + a + "\",\"message\":\"topic a\"}");
    server.post(QUEUE + "/ack", "{\"leases\":[\"" + b + "\"],\"message\":\"topic b\"}");

    assertThat(server.get(QUEUE + "/jobs/a").at("/message")).isEqualTo("topic a");
    assertThat(server.get(QUEUE + "/jobs/b").at("/message")).isEqualTo("topic b");
    assertThat(
            server.post(QUEUE + "/ack", "{\"leases\":[\"" + b + "\"],\"message\":7}").at("/field"))
        .isEqualTo("message");
  }

  @Test
  void jobsAreClaimedByIdAlsoBeforeTheyAreDue() {
    server.put(QUEUE + "/jobs/a?delay=1h", "x");

    assertThat(server.post(QUEUE + "/claim", "{\"ids\":[\"a\",\"none\"]}").at("/jobs/0/id"))
        .isEqualTo("a");
    assertThat(server.post(QUEUE + "/claim", "{\"ids\":[\"a\"],\"wait\":\"1s\"}").at("/field"))
        .isEqualTo("wait");
  }

  @Test
  void aShardIsNamedByItsEpochAndIndex() {
    server.put(QUEUE + "/jobs/a", "x");
    assertThat(server.get(QUEUE + "/shards").body()).isEqualTo("{\"shards\":[\"0.0\"]}");

    assertThat(server.post(QUEUE + "/claim", "{\"shard\":\"0.0\"}").at("/jobs/0/id"))
        .isEqualTo("a");
    assertThat(server.post(QUEUE + "/claim", "{\"shard\":\"0\"}").at("/field")).isEqualTo("shard");
  }

  private JsonNode refused(String one) {
    return settle(one).json().at("/results/0/error");
  }

  private TestResponse settle(String one) {
    return server.post(QUEUE + "/settle", "{\"settlements\":[" + one + "]}");
  }

  private String claimed(String id) {
    server.put(QUEUE + "/jobs/" + id, "x");
    return server.post(QUEUE + "/claim", "{}").at("/jobs/0/lease");
  }
}
