package io.duetime.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.handover.PublishFailure;
import io.duetime.handover.PublishFailure.Kind;
import io.duetime.handover.Publisher;
import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What an answer means for a message, and what its absence means. */
class WebhookAnswerTest extends WebhookTest {
  private String url;

  private CompletionStage<?> post(Handler<HttpServerRequest> endpoint, String... settings) {
    url = "http://shop.example:" + listen(endpoint) + "/hooks";
    String[] all = java.util.Arrays.copyOf(settings, settings.length + 2);
    all[settings.length] = "url";
    all[settings.length + 1] = url + "?token=7";
    return publisher(all).publish(job("a"));
  }

  private CompletionStage<?> answer(int status, String... headers) {
    return post(request -> {
      HttpServerResponse response = request.response().setStatusCode(status);
      for (int i = 0; i < headers.length; i += 2) {
        response.putHeader(headers[i], headers[i + 1]);
      }
      response.end("the shop\nis closed");
    });
  }

  @ParameterizedTest
  @ValueSource(ints = {200, 201, 202, 204, 299})
  void everyStatusOf200To299Confirms(int status) {
    Object where = confirmed(post(request -> request.response().setStatusCode(status).end()));

    assertThat(where).isEqualTo("main: " + url + " answered " + status);
  }

  @ParameterizedTest
  @CsvSource({
    "400, REFUSED, false",
    "401, REFUSED, false",
    "404, REFUSED, false",
    "408, REFUSED, false",
    "410, IMPOSSIBLE, false",
    "413, IMPOSSIBLE, false",
    "422, REFUSED, false",
    "429, REFUSED, true",
    "500, UNCONFIRMED, true",
    "502, UNCONFIRMED, true",
    "503, REFUSED, true",
    "504, UNCONFIRMED, true",
    "304, REFUSED, false"
  })
  void otherStatusesFailWithTheAnswerAsTheReason(int status, Kind kind, boolean ofTarget) {
    PublishFailure failure = failure(answer(status));

    assertFailure(failure, kind, ofTarget, url + " answered " + status);
    assertThat(failure.pause()).isEmpty();
    if (status != 304) {
      assertThat(failure.reason()).isEqualTo(url + " answered " + status + ": the shop is closed");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {301, 302, 303, 307, 308})
  void redirectsAreNotFollowed(int status) {
    PublishFailure failure =
        failure(answer(status, "Location", "https://me:word@other.example/b?token=9"));

    assertFailure(
        failure,
        Kind.REFUSED,
        false,
        url
            + " answered "
            + status
            + "; redirects are not followed: Location https://other.example/b");
    assertThat(failure.reason()).doesNotContain("word").doesNotContain("token");
    assertThat(lookups).containsExactly("shop.example");
  }

  @ParameterizedTest
  @CsvSource({
    "429, 120, PT2M",
    "503, 1, PT1S",
    "503, 3600, PT1H",
    "503, 3601, PT1H",
    "429, 99999999999, PT1H",
    "503, 'Sun, 01 Mar 2099 06:10:00 GMT', PT1H",
    "503, 'Sun, 01 Mar 2026 06:10:00 GMT', PT10M",
    "429, ' 7 ', PT7S"
  })
  void aPauseThatTheEndpointAsksForIsKept(int status, String retryAfter, Duration pause) {
    PublishFailure failure = failure(answer(status, "Retry-After", retryAfter));

    assertThat(failure.pause()).contains(pause);
    assertThat(failure.kind()).isEqualTo(Kind.REFUSED);
  }

  @Test
  void theTargetSetsTheLongestPause() {
    PublishFailure failure =
        failure(
            post(
                request ->
                    request.response().setStatusCode(503).putHeader("Retry-After", "86400").end(),
                "maxPause",
                "12h"));

    assertThat(failure.pause()).contains(Duration.ofHours(12));
  }

  @ParameterizedTest
  @ValueSource(strings = {"soon", "-1", "0", "Sun, 01 Mar 2026 05:00:00 GMT", "1e9"})
  void aPauseThatIsNoneIsAFailureOfTheTarget(String retryAfter) {
    PublishFailure failure = failure(answer(503, "Retry-After", retryAfter));

    assertThat(failure.pause()).isEmpty();
    assertThat(failure.isOfTarget()).isTrue();
  }

  @Test
  void anEndpointThatDoesNotAnswerLeavesTheMessageUnconfirmed() {
    assertFailure(
        failure(post(request -> {}, "timeout", "300ms")),
        Kind.UNCONFIRMED,
        true,
        url + " did not answer within 300 ms");
  }

  @Test
  void anAnswerWithoutAnEndIsCut() {
    CompletableFuture<Void> cut = new CompletableFuture<>();
    PublishFailure failure =
        failure(
            post(request -> {
              request.connection().closeHandler(closed -> cut.complete(null));
              HttpServerResponse response = request.response().setStatusCode(500);
              response.setChunked(true).write(Buffer.buffer("x".repeat(10_000)));
            }));

    assertFailure(failure, Kind.UNCONFIRMED, true, url + " answered 500: xxx");
    assertThat(failure.reason()).hasSizeLessThan(700);
    cut.join();
  }

  @Test
  void anAnswerThatStopsWithinItsBodyCountsByItsStatus() {
    assertFailure(
        failure(
            post(
                request -> request.response().setStatusCode(404).setChunked(true).write("no such"),
                "timeout",
                "300ms")),
        Kind.REFUSED,
        false,
        url + " answered 404: no such");
  }

  @Test
  void aConfirmDoesNotWaitForItsBody() {
    confirmed(
        post(request -> request.response().setChunked(true).write("thanks"), "timeout", "5m"));
  }

  @Test
  void aConnectionCutBeforeTheAnswerLeavesTheMessageUnconfirmed() {
    assertFailure(
        failure(post(request -> request.connection().close())),
        Kind.UNCONFIRMED,
        true,
        url + " did not answer: ");
  }

  @Test
  void anEndpointThatRefusesTheConnectionWasSentNothing() throws Exception {
    int port;
    try (java.net.ServerSocket free = new java.net.ServerSocket(0)) {
      port = free.getLocalPort();
    }

    assertFailure(
        failure(publisher("url", "http://shop.example:" + port).publish(job("a"))),
        Kind.NOT_SENT,
        true,
        "no connection to http://shop.example:" + port + "/: Connection refused");
  }

  @Test
  void aTargetThatIsClosedFailsWhatRunsAndWhatWaits() {
    CompletableFuture<Void> begun = new CompletableFuture<>();
    url = "http://shop.example:" + listen(request -> begun.complete(null));
    WebhookTarget target = target("url", url, "maxInFlight", "1");
    Publisher publisher = target.publisher(java.util.Map.of());
    CompletionStage<?> running = publisher.publish(job("a"));
    CompletionStage<?> waiting = publisher.publish(job("b"));
    begun.join();

    target.close();
    target.close();

    assertFailure(failure(running), Kind.UNCONFIRMED, true, "the target main is closed");
    assertFailure(failure(waiting), Kind.NOT_SENT, true, "the target main is closed");
    assertFailure(
        failure(publisher.publish(job("c"))), Kind.NOT_SENT, true, "the target main is closed");
  }
}
