package io.duetime.client.internal.http;

import io.duetime.DuetimeException;
import io.duetime.ErrorCode;
import io.duetime.OutcomeUnknownException;
import io.duetime.RetryableException;
import io.duetime.StoreFailureException;
import io.duetime.client.http.ServerConnection;
import io.duetime.client.http.ServerUri;
import io.duetime.engine.Operation;
import io.duetime.time.Threads;
import io.duetime.wire.Fields;
import io.duetime.wire.JsonShape;
import io.duetime.wire.Problem;
import io.duetime.wire.StrictJson;
import java.net.ConnectException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import javax.net.ssl.SSLHandshakeException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/**
 * Sends calls to one server. A call that surely did nothing fails as retryable; a change whose
 * answer is missing fails with an unknown outcome. Thread safe.
 */
public final class HttpCaller implements AutoCloseable {
  private final ServerUri server;
  private final ThreadPoolExecutor threads =
      new ThreadPoolExecutor(
          0,
          Integer.MAX_VALUE,
          1,
          TimeUnit.MINUTES,
          new SynchronousQueue<>(),
          Threads.daemons("duetime-http"));

  private final ServerConnection connection;
  private volatile boolean closed;

  /** Creates a caller without a connection. */
  public HttpCaller(ServerUri server) {
    this.server = server;
    this.connection = new ServerConnection(server, threads);
  }

  /** Gets the resource at a path, and reads the answer. */
  public <T> CompletionStage<T> get(
      Operation operation, String path, Function<HttpCall.ServerAnswer, T> reading) {
    return sendBytes(operation, "GET", path, null, reading);
  }

  /** Sends a method with JSON, or without a body for null, and reads the answer. */
  public <T> CompletionStage<T> send(
      Operation operation,
      String method,
      String path,
      @Nullable JsonShape json,
      Function<HttpCall.ServerAnswer, T> reading) {
    return sendBytes(operation, method, path, json == null ? null : json.bytes(), reading);
  }

  /** As {@link #send}, with JSON that is written already. */
  public <T> CompletionStage<T> sendBytes(
      Operation operation,
      String method,
      String path,
      byte @Nullable [] json,
      Function<HttpCall.ServerAnswer, T> reading) {
    return send(new HttpCall(operation, method, path, json, Map.of()), reading);
  }

  /** Sends a call, and reads the answer. */
  public <T> CompletionStage<T> send(HttpCall call, Function<HttpCall.ServerAnswer, T> reading) {
    Operation operation = call.operation();
    if (closed) {
      return CompletableFuture.failedStage(
          new RetryableException(
              ErrorCode.STORE_UNAVAILABLE, operation.words() + ": the store is closed"));
    }
    return connection
        .client()
        .sendAsync(request(call), BodyHandlers.ofByteArray())
        .handle((response, failure) -> {
          if (failure != null) {
            throw unanswered(operation, failure);
          }
          return read(operation, answer(operation, response), reading);
        });
  }

  /**
   * Streams the lines of an answer.
   *
   * @return completes with the HTTP status when the stream has ended; cancelling it ends the
   *     stream, also before headers have arrived
   */
  public CompletableFuture<Integer> lines(String path, Flow.Subscriber<? super String> lines) {
    return connection
        .client()
        .sendAsync(connection.request(path).GET().build(), BodyHandlers.fromLineSubscriber(lines))
        .thenApply(HttpResponse::statusCode);
  }

  private HttpRequest request(HttpCall call) {
    byte[] json = call.json();
    BodyPublisher body = json == null ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(json);
    HttpRequest.Builder request =
        connection.request(call.path()).method(call.method(), body).timeout(server.timeout());
    if (json != null) {
      request.header("Content-Type", "application/json");
    }
    call.headers().forEach(request::header);
    return request.build();
  }

  private HttpCall.ServerAnswer answer(Operation operation, HttpResponse<byte[]> response) {
    int status = response.statusCode();
    Fields body;
    try {
      body =
          response.body().length == 0
              ? Fields.NONE
              : Fields.ofAnswer(StrictJson.tree(response.body()));
    } catch (JacksonException | NoSuchElementException notJson) {
      throw notFromServer(operation, status, false);
    }
    HttpCall.ServerAnswer answer = new HttpCall.ServerAnswer(status, body);
    if (answer.isExpected()) {
      return answer;
    }
    Problem problem = Problem.read(body);
    if (problem.known().isPresent()) {
      throw problem.exception();
    }
    throw switch (status) {
      case 401, 403 ->
          new StoreFailureException(
              ErrorCode.STORE_REFUSED,
              server + " refuses the token (status " + status + "): " + problem.detail());
      case 429 ->
          new RetryableException(
              ErrorCode.STORE_UNAVAILABLE, operation.words() + ": " + problem.detail());
      default ->
          status >= 500
              ? notFromServer(operation, status, status == 503 && !problem.code().isEmpty())
              : problem.exception();
    };
  }

  /**
   * The failure for an answer that does not say what was done.
   *
   * @param refused whether the server itself has refused the call; a proxy may answer 503 after it
   *     has sent the call
   */
  private DuetimeException notFromServer(Operation operation, int status, boolean refused) {
    String message = operation.words() + ": " + server + " answered with status " + status;
    return operation.changes() && !refused
        ? new OutcomeUnknownException(message + "; it may have taken effect", null)
        : new RetryableException(ErrorCode.STORE_UNAVAILABLE, message);
  }

  private DuetimeException unanswered(Operation operation, Throwable failure) {
    Throwable cause =
        failure instanceof CompletionException && failure.getCause() != null
            ? failure.getCause()
            : failure;
    String message = operation.words() + ": no answer from " + server + " (" + cause + ")";
    boolean sent =
        !(cause instanceof ConnectException
            || cause instanceof HttpConnectTimeoutException
            || cause instanceof SSLHandshakeException);
    return sent && operation.changes()
        ? new OutcomeUnknownException(message, cause)
        : new RetryableException(ErrorCode.STORE_UNAVAILABLE, message, cause);
  }

  private <T> T read(
      Operation operation,
      HttpCall.ServerAnswer answer,
      Function<HttpCall.ServerAnswer, T> reading) {
    try {
      return reading.apply(answer);
    } catch (RuntimeException notUnderstood) {
      if (notUnderstood instanceof StoreFailureException hidden && !operation.changes()) {
        throw hidden;
      }
      String message =
          operation.words()
              + ": the answer of "
              + server
              + " is not understood; client and server may be of different versions";
      throw operation.changes()
          ? new OutcomeUnknownException(message, notUnderstood)
          : new StoreFailureException(ErrorCode.INTERNAL, message, notUnderstood);
    }
  }

  /** Refuses later calls; running ones are answered. Threads end as soon as they are idle. */
  @Override
  public void close() {
    closed = true;
    threads.setKeepAliveTime(0, TimeUnit.MINUTES);
    connection.close();
  }
}
