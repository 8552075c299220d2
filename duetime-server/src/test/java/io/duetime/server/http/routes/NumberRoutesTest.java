package io.duetime.server.http.routes;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.server.http.fixture.TestServer;
import io.duetime.server.http.fixture.TestServer.TestResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NumberRoutesTest {
  @RegisterExtension private final TestServer server = new TestServer();

  @Test
  void reservedNumbersAreConsecutiveAndLeadToTheirQueue() {
    assertThat(server.get("/v1/numbers").body()).isEqualTo("{\"last\":null}");

    assertThat(server.post("/v1/queues/a/numbers", "{\"size\":5}").body())
        .isEqualTo("{\"first\":1}");
    assertThat(server.post("/v1/queues/b/numbers", "").body()).isEqualTo("{\"first\":6}");

    assertThat(server.get("/v1/numbers").body()).isEqualTo("{\"last\":6}");
    assertThat(server.get("/v1/numbers/5").body()).isEqualTo("{\"queue\":\"a\"}");
    assertThat(server.get("/v1/numbers/6").body()).isEqualTo("{\"queue\":\"b\"}");
    assertThat(server.get("/v1/numbers/7").body()).isEqualTo("{\"queue\":null}");
  }

  @Test
  void aJobKeepsItsNumber() {
    server.put("/v1/queues/a/jobs/x", "payload");
    server.post("/v1/queues/a/numbers", "{\"size\":3}");
    String numbers = "/v1/queues/a/jobs/number";

    assertThat(server.post(numbers, "{\"numbers\":{\"x\":1,\"none\":2}}").body())
        .isEqualTo("{\"numbers\":{\"x\":1}}");
    assertThat(server.post(numbers, "{\"numbers\":{\"x\":3}}").body())
        .isEqualTo("{\"numbers\":{\"x\":1}}");

    assertThat(server.get("/v1/queues/a/numbers/1").body()).isEqualTo("{\"id\":\"x\"}");
    assertThat(server.get("/v1/queues/a/numbers/3").body()).isEqualTo("{\"id\":null}");
    assertThat(server.get("/v1/queues/b/numbers/1").body()).isEqualTo("{\"id\":null}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"numbers\":[1]}",
        "{\"numbers\":{\"x\":null}}",
        "{\"numbers\":{\"x\":\"1\"}}",
        "{\"numbers\":{\"x\":0}}",
        "{\"numbers\":{\"x\":-1}}",
        "{\"numbers\":{\"x\":1.5}}",
        "{\"numbers\":{\"x\":9007199254740992}}",
        "{\"numbers\":{\"x\":99999999999999999999}}",
        "{\"numbers\":{\"\":1}}",
        "{\"numbers\":{\"x\":1,\"x\":2}}",
        "{\"numbers\":{\"x\":1}",
        "{\"ids\":{}}"
      })
  void numbersThatAreNoneAreRefused(String body) {
    TestResponse answer = server.post("/v1/queues/a/jobs/number", body);

    assertThat(answer.status()).as(answer.body()).isEqualTo(400);
  }

  @Test
  void numbersOfOtherQueuesAndJobsAreRefused() {
    server.put("/v1/queues/a/jobs/x", "payload");
    server.put("/v1/queues/a/jobs/y", "payload");
    server.post("/v1/queues/a/numbers", "");
    server.post("/v1/queues/b/numbers", "");
    server.post("/v1/queues/a/jobs/number", "{\"numbers\":{\"x\":1}}");

    for (int number = 1; number <= 3; number++) {
      String numbers = "{\"numbers\":{\"y\":" + number + "}}";
      TestResponse answer = server.post("/v1/queues/a/jobs/number", numbers);
      assertThat(answer.status()).as(numbers).isEqualTo(400);
      assertThat(answer.at("/field")).isEqualTo("number");
    }
  }

  @Test
  void noNumbersAreNoChange() {
    assertThat(server.post("/v1/queues/a/jobs/number", "{}").body()).isEqualTo("{\"numbers\":{}}");
    assertThat(server.post("/v1/queues/a/jobs/number", "{\"numbers\":null}").body())
        .isEqualTo("{\"numbers\":{}}");
  }

  @Test
  void whatIsNoNumberIsRefused() {
    assertThat(server.get("/v1/numbers/one").at("/field")).isEqualTo("number");
    assertThat(server.post("/v1/queues/a/numbers", "{\"size\":0}").at("/field")).isEqualTo("size");
  }
}
