package io.duetime.client.internal.http;

import io.duetime.DuetimeException;
import io.duetime.ErrorCode;
import io.duetime.OutcomeUnknownException;
import io.duetime.RetryableException;
import io.duetime.StoreFailureException;
import io.duetime.client.internal.json.JsonBody;
import io.duetime.client.internal.json.JsonObject;
import io.duetime.engine.Operation;
import io.duetime.internal.time.Threads;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.NoSuchElementException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executors;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/**
 * Sends calls to one server. A call that surely did nothing fails as retryable; a change whose
 * answer is missing fails with an unknown outcome. Thread safe.
 */
public final class HttpCaller implements AutoCloseable {
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);

  private final ServerUri server;
  private final HttpClient client;
  private volatile boolean closed;

  /** Creates a caller without a connection. */
  public HttpCaller(ServerUri server) {
    this.server = server;
    HttpClient.Builder builder =
        HttpClient.newBuilder()
            .connectTimeout(CONNECT_TIMEOUT)
            .executor(Executors.newCachedThreadPool(Threads.daemons("duetime-http")))
            .followRedirects(HttpClient.Redirect.NEVER)
            // Without TLS, HTTP/2 would begin with an upgrade, which proxies often break.
            .version(
                server.base().startsWith("https:")
                    ? HttpClient.Version.HTTP_2
                    : HttpClient.Version.HTTP_1_1);
    if (server.authorities() != null) {
      builder.sslContext(TrustedAuthorities.of(server.authorities()));
    }
    this.client = builder.build();
  }

  /** Gets the resource at a path. */
  public CompletionStage<Answer> get(Operation operation, String path) {
    return send(operation, "GET", path, null);
  }

  /** Sends a method with JSON, or without a body for null. */
  public CompletionStage<Answer> send(
      Operation operation, String method, String path, @Nullable JsonBody json) {
    return sendBytes(operation, method, path, json == null ? null : json.bytes());
  }

  /** As {@link #send}, with JSON that is written already. */
  public CompletionStage<Answer> sendBytes(
      Operation operation, String method, String path, byte @Nullable [] json) {
    if (closed) {
      return CompletableFuture.failedStage(
          new StoreFailureException(
              ErrorCode.STORE_CLOSED, "the store is closed; open it again to go on"));
    }
    BodyPublisher body =
        json == null ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(json);
    HttpRequest.Builder request = request(path).method(method, body).timeout(server.timeout());
    if (json != null) {
      request.header("Content-Type", "application/json");
    }
    return client
        .sendAsync(request.build(), BodyHandlers.ofByteArray())
        .handle((response, failure) ->
            failure == null ? answer(operation, response) : failed(operation, failure));
  }

  /** Streams the lines of an answer; the stage completes when the stream has ended. */
  public CompletionStage<HttpResponse<Void>> lines(
      String path, Flow.Subscriber<? super String> lines) {
    return client.sendAsync(request(path).GET().build(), BodyHandlers.fromLineSubscriber(lines));
  }

  private HttpRequest.Builder request(String path) {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server.base() + path));
    if (server.token() != null) {
      request.header("Authorization", "Bearer " + server.token());
    }
    return request;
  }

  private Answer answer(Operation operation, HttpResponse<byte[]> response) {
    int status = response.statusCode();
    JsonObject body;
    try {
      body = response.body().length == 0 ? JsonObject.EMPTY : JsonObject.parse(response.body());
    } catch (JacksonException | NoSuchElementException notJson) {
      throw notFromServer(operation, status);
    }
    Answer answer = new Answer(status, body);
    if (answer.isExpected()) {
      return answer;
    }
    if (Problems.code(body).isPresent()) {
      throw Problems.read(body);
    }
    throw status == 401 || status == 403
        ? new StoreFailureException(
            ErrorCode.STORE_REFUSED, server + " refuses the token (status " + status + ")")
        : status >= 500 ? notFromServer(operation, status) : Problems.read(body);
  }

  /** The failure for an answer that a proxy has given in place of the server. */
  private DuetimeException notFromServer(Operation operation, int status) {
    String message = operation.words() + ": " + server + " answered with status " + status;
    return operation.changes() && status != 503
        ? new OutcomeUnknownException(message + "; it may have taken effect", null)
        : new RetryableException(ErrorCode.STORE_UNAVAILABLE, message);
  }

  private Answer failed(Operation operation, Throwable failure) {
    Throwable cause =
        failure instanceof CompletionException && failure.getCause() != null
            ? failure.getCause()
            : failure;
    String message = operation.words() + ": no answer from " + server + " (" + cause + ")";
    boolean sent =
        !(cause instanceof ConnectException || cause instanceof HttpConnectTimeoutException);
    throw sent && operation.changes()
        ? new OutcomeUnknownException(message, cause)
        : new RetryableException(ErrorCode.STORE_UNAVAILABLE, message, cause);
  }

  /** Refuses later calls; running ones are answered. Threads end when they have been idle. */
  @Override
  public void close() {
    closed = true;
  }
}
