package io.duetime.client.internal.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.duetime.DuetimeException;
import io.duetime.ErrorCode;
import io.duetime.InvalidRequestException;
import io.duetime.OutcomeUnknownException;
import io.duetime.RetryableException;
import io.duetime.StoreFailureException;
import io.duetime.client.http.ServerUri;
import io.duetime.engine.Operation;
import io.duetime.wire.Fields;
import io.duetime.wire.JobJson;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 1, unit = TimeUnit.MINUTES)
class HttpCallerTest {
  private static final String TOKEN = "secret-token";

  private HttpServer server;
  private HttpCaller caller;
  private int status = 200;
  private String body = "{}";
  private String authorization;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.start();
    caller = newCaller();
  }

  private HttpCaller newCaller() {
    String address = "http://127.0.0.1:" + server.getAddress().getPort();
    return new HttpCaller(new ServerUri(address, TOKEN, null, Duration.ofSeconds(30)));
  }

  @AfterEach
  void stop() {
    caller.close();
    server.stop(0);
  }

  /** Answers as the test wants; status 0 closes the connection without an answer. */
  private void answer(HttpExchange call) throws IOException {
    authorization = call.getRequestHeaders().getFirst("Authorization");
    call.getRequestBody().readAllBytes();
    if (status != 0) {
      byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
      call.sendResponseHeaders(status, bytes.length);
      call.getResponseBody().write(bytes);
    }
    call.close();
  }

  @Test
  void noThreadIsLeftAfterItsEnd() {
    for (int i = 0; i < 3; i++) {
      caller.get(Operation.FIND, "/v1/jobs", answer -> "").toCompletableFuture().join();
    }
    assertThat(threads()).isPositive();

    caller.close();

    while (threads() > 0) {
      Thread.onSpinWait();
    }
  }

  @Test
  @EnabledForJreRange(min = JRE.JAVA_21)
  void theThreadThatSelectsEndsTooWhereJavaCanEndIt() {
    Set<Thread> others = threads("HttpClient-");
    HttpCaller brief = newCaller();
    brief.get(Operation.FIND, "/v1/jobs", answer -> "").toCompletableFuture().join();
    Set<Thread> own = threads("HttpClient-");
    own.removeAll(others);
    assertThat(own).isNotEmpty();

    brief.close();

    while (own.stream().anyMatch(Thread::isAlive)) {
      Thread.onSpinWait();
    }
  }

  private static long threads() {
    return threads("duetime-http-").size();
  }

  private static Set<Thread> threads(String prefix) {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith(prefix))
        .collect(Collectors.toSet());
  }

  @Test
  void theTokenIsInAHeader() {
    assertThat(failure(Operation.NOW)).isNull();

    assertThat(authorization).isEqualTo("Bearer " + TOKEN);
  }

  @Test
  void anUnreachableServerHasDoneNothing() {
    server.stop(0);

    assertThat(failure(Operation.SCHEDULE))
        .isInstanceOf(RetryableException.class)
        .extracting("code")
        .isEqualTo(ErrorCode.STORE_UNAVAILABLE);
  }

  @Test
  void aChangeWithoutAnAnswerHasAnUnknownOutcome() {
    status = 0;

    assertThat(failure(Operation.SCHEDULE)).isInstanceOf(OutcomeUnknownException.class);
  }

  @Test
  void aReadWithoutAnAnswerCanBeRepeated() {
    status = 0;

    assertThat(failure(Operation.FIND)).isInstanceOf(RetryableException.class);
  }

  @Test
  void aProblemBecomesTheExceptionOfItsCode() {
    status = 400;
    body =
        "{\"code\":\"INVALID\",\"detail\":\"d\",\"field\":\"delay\",\"value\":\"1x\",\"allowed\":\"a time\"}";

    assertThat(failure(Operation.SCHEDULE))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessage("delay is '1x'; allowed: a time");
  }

  @Test
  void aServerThatStopsIsUnavailable() {
    status = 503;
    body = "{\"code\":\"STORE_CLOSED\",\"detail\":\"closed\"}";

    assertThat(failure(Operation.SCHEDULE))
        .isInstanceOf(RetryableException.class)
        .extracting("code")
        .isEqualTo(ErrorCode.STORE_UNAVAILABLE);
  }

  @Test
  void theAnswerOfAProxyInPlaceOfTheServerIsNotTakenForOne() {
    body = "<html>Bad gateway</html>";
    status = 502;
    assertThat(failure(Operation.SCHEDULE)).isInstanceOf(OutcomeUnknownException.class);
    status = 200;
    assertThat(failure(Operation.FIND)).isInstanceOf(RetryableException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "upstream reset",
        "{}",
        "{\"status\":503}",
        "{\"code\":503,\"detail\":[\"upstream\"]}"
      })
  void aProxyMayAnswer503AfterItHasSentAChange(String answer) {
    status = 503;
    body = answer;

    assertThat(failure(Operation.SCHEDULE)).isInstanceOf(OutcomeUnknownException.class);
    assertThat(failure(Operation.FIND)).isInstanceOf(RetryableException.class);
  }

  @Test
  void aServerThatRefusesACallWith503HasDoneNothing() {
    status = 503;
    body = "{\"code\":\"TOO_MANY_CONNECTIONS\",\"detail\":\"retry later\"}";

    assertThat(failure(Operation.SCHEDULE)).isInstanceOf(RetryableException.class);
  }

  @Test
  void aRefusedTokenIsTold() {
    status = 401;
    body = "{\"code\":\"UNAUTHORIZED\",\"detail\":\"no\"}";

    assertThat(failure(Operation.FIND))
        .isInstanceOf(StoreFailureException.class)
        .hasMessageNotContaining(TOKEN)
        .extracting("code")
        .isEqualTo(ErrorCode.STORE_REFUSED);
  }

  @Test
  void aMissingRoleIsTold() {
    status = 403;
    body = "{\"code\":\"FORBIDDEN\",\"detail\":\"The token needs the role read on orders\"}";

    assertThat(failure(Operation.FIND))
        .isInstanceOf(StoreFailureException.class)
        .hasMessageEndingWith("(status 403): The token needs the role read on orders")
        .extracting("code")
        .isEqualTo(ErrorCode.STORE_REFUSED);
  }

  @Test
  void aCallBeyondTheRateOfTheTokenHasDoneNothing() {
    status = 429;
    body = "{\"code\":\"TOO_MANY_REQUESTS\",\"detail\":\"retry later\"}";

    assertThat(failure(Operation.SCHEDULE))
        .isInstanceOf(RetryableException.class)
        .extracting("code")
        .isEqualTo(ErrorCode.STORE_UNAVAILABLE);
  }

  @Test
  void aHiddenPayloadIsNoMatterOfVersions() {
    body = "{\"id\":\"a\",\"state\":\"READY\"}";

    Throwable failure =
        catchThrowable(() ->
            caller
                .get(Operation.FIND, "/v1/x", answer -> JobJson.job(answer.body()))
                .toCompletableFuture()
                .join());

    assertThat(failure)
        .hasCauseInstanceOf(StoreFailureException.class)
        .hasMessageContaining("the token needs the role payload");
  }

  @Test
  void anAnswerThatCannotBeReadOfAChangeHasAnUnknownOutcome() {
    Throwable failure =
        catchThrowable(() ->
            caller
                .send(
                    Operation.CANCEL,
                    "POST",
                    "/x",
                    null,
                    answer -> answer.body().need("no", Fields::text))
                .toCompletableFuture()
                .join());

    assertThat(failure).hasCauseInstanceOf(OutcomeUnknownException.class);
  }

  @Test
  void aChangeWhoseAnswerHidesWhatWasChangedIsNotRefused() {
    body = "{\"id\":\"a\",\"state\":\"READY\"}";

    Throwable failure =
        catchThrowable(() ->
            caller
                .send(Operation.CANCEL, "POST", "/x", null, answer -> JobJson.job(answer.body()))
                .toCompletableFuture()
                .join());

    assertThat(failure).hasCauseInstanceOf(OutcomeUnknownException.class);
  }

  @Test
  void aStreamThatIsCancelledBeforeItsHeadersClosesItsConnection() throws Exception {
    try (ServerSocket hanging = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        HttpCaller streaming =
            new HttpCaller(
                new ServerUri(
                    "http://127.0.0.1:" + hanging.getLocalPort(),
                    null,
                    null,
                    Duration.ofMinutes(1)))) {
      CompletableFuture<Integer> stream = streaming.lines("/watch", new NoLines());
      try (Socket connection = hanging.accept()) {
        assertThat(connection.getInputStream().read()).isEqualTo('G');

        stream.cancel(true);

        assertThat(connection.getInputStream().readAllBytes()).isNotEmpty();
      }
    }
  }

  private static final class NoLines implements Flow.Subscriber<String> {
    @Override
    public void onSubscribe(Flow.Subscription subscription) {}

    @Override
    public void onNext(String line) {}

    @Override
    public void onError(Throwable failure) {}

    @Override
    public void onComplete() {}
  }

  private DuetimeException failure(Operation operation) {
    try {
      caller
          .send(operation, "POST", "/v1/x", out -> out.writeNumber(1), answer -> answer)
          .toCompletableFuture()
          .join();
      return null;
    } catch (CompletionException failed) {
      return (DuetimeException) failed.getCause();
    }
  }
}
