package io.duetime.server.http.routes;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.server.http.fixture.TestServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class NumberRoutesTest {
  @RegisterExtension private final TestServer server = new TestServer();

  @Test
  void reservedNumbersAreConsecutiveAndLeadToTheirQueue() {
    assertThat(server.post("/v1/queues/a/numbers", "{\"size\":5}").body())
        .isEqualTo("{\"first\":1}");
    assertThat(server.post("/v1/queues/b/numbers", "").body()).isEqualTo("{\"first\":6}");

    assertThat(server.get("/v1/numbers/5").body()).isEqualTo("{\"queue\":\"a\"}");
    assertThat(server.get("/v1/numbers/6").body()).isEqualTo("{\"queue\":\"b\"}");
    assertThat(server.get("/v1/numbers/7").body()).isEqualTo("{\"queue\":null}");
  }

  @Test
  void whatIsNoNumberIsRefused() {
    assertThat(server.get("/v1/numbers/one").at("/field")).isEqualTo("number");
    assertThat(server.post("/v1/queues/a/numbers", "{\"size\":0}").at("/field")).isEqualTo("size");
  }
}
