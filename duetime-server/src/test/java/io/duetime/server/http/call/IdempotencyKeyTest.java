package io.duetime.server.http.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.server.http.fixture.TestServer;
import io.duetime.server.http.fixture.TestServer.TestResponse;
import java.net.http.HttpRequest.BodyPublishers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Keys of callers with tokens. */
class IdempotencyKeyTest {
  private static final String JOBS = "/v1/queues/orders/jobs";

  @RegisterExtension private final TestServer server = new TestServer();

  @Test
  void theSameKeyOfTwoCallersMeansTwoJobs() {
    String root = server.token("root", "admin");
    String shop = server.token("shop", "produce=orders");

    TestResponse first = keyed(root, "POST", JOBS, "{\"payload\":\"root\"}");
    TestResponse other = keyed(shop, "POST", JOBS, "{\"payload\":\"shop\"}");

    assertThat(other.at("/outcome")).isEqualTo("CREATED");
    assertThat(other.at("/id")).isNotEqualTo(first.at("/id"));
    assertThat(keyed(shop, "POST", JOBS, "{\"payload\":\"shop\"}").body()).isEqualTo(other.body());
  }

  @Test
  void theSameKeyOfTwoCallersMeansTwoRequestsForOneId() {
    String root = server.token("root", "admin");
    String shop = server.token("shop", "produce=orders");
    String path = JOBS + "/a?delay=1h&onConflict=REPLACE";

    keyed(root, "PUT", path, "root");
    TestResponse other = keyed(shop, "PUT", path, "shop");

    assertThat(other.at("/outcome")).isEqualTo("REPLACED");
    assertThat(keyed(root, "PUT", path, "root").at("/outcome")).isEqualTo("CREATED");
  }

  private TestResponse keyed(String token, String method, String path, String body) {
    return server.send(
        method,
        path,
        BodyPublishers.ofString(body),
        "Content-Type",
        "application/json",
        "Idempotency-Key",
        "1",
        "Authorization",
        "Bearer " + token);
  }
}
