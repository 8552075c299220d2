package io.duetime.server.http.routes;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.server.http.fixture.TestServer;
import io.duetime.server.http.fixture.TestServer.TestResponse;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

class SearchRoutesTest {
  @RegisterExtension private final TestServer server = new TestServer();

  private void aFewJobs() {
    server.put("/v1/queues/orders/jobs/order-42?delay=1h&tag=customer-7", "close 42");
    server.put("/v1/queues/orders/jobs/order-43?delay=1h&tag=customer-7", "close 43");
    server.put("/v1/queues/mail/jobs/order-42?delay=2h&tag=customer-7", "thanks for 42");
    server.put("/v1/queues/mail/jobs/other?delay=2h", "nothing");
  }

  private static List<String> ids(TestResponse answer) {
    return answer
        .json()
        .path("jobs")
        .valueStream()
        .map(job -> job.path("queue").asString() + "/" + job.path("id").asString())
        .toList();
  }

  @Test
  void anIdIsFoundInEveryQueue() {
    aFewJobs();

    TestResponse found = server.get("/v1/search?id=order-42");

    assertThat(ids(found)).containsExactly("mail/order-42", "orders/order-42");
    assertThat(found.json().path("complete").asBoolean()).isTrue();
    assertThat(found.body()).doesNotContain("thanks");
    assertThat(ids(server.get("/v1/search?id=order-1"))).isEmpty();
  }

  @Test
  void aTagIsCountedByQueue() {
    aFewJobs();

    TestResponse found = server.get("/v1/search?tag=customer-7&limit=2");

    assertThat(found.json().path("queues").toString())
        .isEqualTo(
            "[{\"queue\":\"mail\",\"waiting\":1,\"dead\":0},"
                + "{\"queue\":\"orders\",\"waiting\":2,\"dead\":0}]");
    assertThat(ids(found)).hasSize(2);
    assertThat(found.json().path("complete").asBoolean()).isFalse();
  }

  @Test
  void aQueueWithMoreThanIsShownMakesTheAnswerIncomplete() {
    aFewJobs();
    server.put("/v1/queues/orders/jobs/order-44?delay=1h&tag=customer-7", "close 44");

    TestResponse found = server.get("/v1/search?tag=customer-7&limit=3");

    // Each queue shows at most three; mail has one, orders three.
    assertThat(ids(found)).hasSize(3);
    assertThat(found.json().path("complete").asBoolean()).isFalse();
    assertThat(server.get("/v1/search?tag=customer-7").json().path("complete").asBoolean())
        .isTrue();
  }

  @Test
  void aTextIsFoundInPayloadsAndIdsPageByPage() {
    aFewJobs();

    TestResponse all = server.get("/v1/search?text=42");
    TestResponse first = server.get("/v1/search?text=42&limit=1");
    JsonNode cursor = first.json().path("cursor");

    assertThat(ids(all)).containsExactly("mail/order-42", "orders/order-42");
    assertThat(all.json().path("examined").asInt()).isEqualTo(4);
    assertThat(ids(first)).containsExactly("mail/order-42");
    assertThat(first.json().path("complete").asBoolean()).isFalse();
    assertThat(ids(server.get("/v1/search?text=42&limit=100&cursor=" + cursor.asString())))
        .containsExactly("orders/order-42");
  }

  @Test
  void aTokenFindsNothingInOtherQueues() {
    aFewJobs();
    server.token("root", "admin");
    String reader = server.token("reader", "read=mail");

    for (String query : List.of("id=order-42", "tag=customer-7")) {
      TestResponse found = server.as(reader, "GET", "/v1/search?" + query, "");
      assertThat(ids(found)).as(query).containsExactly("mail/order-42");
      assertThat(found.body()).as(query).doesNotContain("orders");
    }
    TestResponse text = server.as(reader, "GET", "/v1/search?text=42", "");
    assertThat(ids(text)).isEmpty();
    assertThat(text.json().path("examined").asInt()).isZero();
  }

  @Test
  void exactlyOneThingIsSearchedFor() {
    for (String query :
        List.of(
            "",
            "?id=a&tag=b",
            "?text=",
            "?id=a&limit=100000",
            "?text=a&cursor=x",
            "?id=a&cursor=b,")) {
      TestResponse refused = server.get("/v1/search" + query);
      assertThat(refused.status()).as(query).isEqualTo(400);
      assertThat(refused.at("/code")).as(query).isEqualTo("INVALID");
    }
  }
}
