package io.duetime.server.http.routes;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.server.http.fixture.TestServer;
import java.net.http.HttpRequest.BodyPublishers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TraceContextTest {
  private static final String PARENT = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

  @RegisterExtension final TestServer server = new TestServer();

  private String header(String job, String name) {
    return server.get("/v1/queues/mail/jobs/" + job).at("/headers/" + name);
  }

  @Test
  void theContextOfARequestBecomesHeadersOfItsJob() {
    server.put("/v1/queues/mail/jobs/a", "x", "traceparent", PARENT, "tracestate", "vendor=1");

    assertThat(header("a", "traceparent")).isEqualTo(PARENT);
    assertThat(header("a", "tracestate")).isEqualTo("vendor=1");
  }

  @Test
  void jobsOfABatchAndOfAStreamHaveTheContextOfTheirRequest() {
    send("[{\"id\":\"a\"},{\"id\":\"b\"}]", "application/json");
    send("{\"id\":\"c\"}\n", "application/x-ndjson");
    send("{\"id\":\"d\"}", "application/json");

    assertThat(new String[] {"a", "b", "c", "d"})
        .allSatisfy(job -> assertThat(header(job, "traceparent")).isEqualTo(PARENT));
  }

  @Test
  void headersThatTheCallerGivesTheJobWin() {
    send("{\"id\":\"a\",\"headers\":{\"traceparent\":\"mine\"}}", "application/json");

    assertThat(header("a", "traceparent")).isEqualTo("mine");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "junk",
        "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
        "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
      })
  void aMalformedContextIsLeftOut(String parent) {
    server.put("/v1/queues/mail/jobs/a", "x", "traceparent", parent);

    assertThat(header("a", "traceparent")).isEqualTo("(nothing)");
  }

  @Test
  void aStateThatDoesNotFitIsLeftOut() {
    server.put(
        "/v1/queues/mail/jobs/a", "x", "traceparent", PARENT, "tracestate", "v=" + "1".repeat(300));

    assertThat(header("a", "traceparent")).isEqualTo(PARENT);
    assertThat(header("a", "tracestate")).isEqualTo("(nothing)");
  }

  private void send(String body, String type) {
    server.send(
        "POST",
        "/v1/queues/mail/jobs",
        BodyPublishers.ofString(body),
        "Content-Type",
        type,
        "traceparent",
        PARENT);
  }
}
