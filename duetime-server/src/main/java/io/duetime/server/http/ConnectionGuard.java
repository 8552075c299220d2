package io.duetime.server.http;

import io.duetime.server.http.call.ConnectionLimits;
import io.duetime.server.http.call.Refusal;
import io.duetime.server.json.Problem;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServerRequest;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Bounds the number of connections, and closes those on which no request is complete for a while:
 * silent ones, and those that send a header ever so slowly. Thread safe.
 */
final class ConnectionGuard {
  /** How many times in a row a connection is seen without a request before it is closed. */
  private static final int QUIET_LOOKS = 3;

  private final Map<HttpConnection, Seen> connections = new ConcurrentHashMap<>();
  private final ConnectionLimits limits;
  private final Consumer<HttpConnection> whenClosed;

  private static final class Seen {
    // A pipelined request arrives before the answer to the one before it has ended.
    private final AtomicInteger requests = new AtomicInteger();
    private final AtomicInteger quietLooks = new AtomicInteger();
  }

  private ConnectionGuard(ConnectionLimits limits, Consumer<HttpConnection> whenClosed) {
    this.limits = limits;
    this.whenClosed = whenClosed;
  }

  /**
   * Starts looking at connections.
   *
   * @param whenClosed is told of each connection that has ended; a connection has only one handler
   *     for its end, which is that of the guard
   */
  static ConnectionGuard start(
      Vertx vertx, ConnectionLimits limits, Consumer<HttpConnection> whenClosed) {
    ConnectionGuard guard = new ConnectionGuard(limits, whenClosed);
    long pause = Math.max(1, limits.quiet().toMillis() / QUIET_LOOKS);
    vertx.setPeriodic(pause, again -> guard.closeQuiet());
    return guard;
  }

  /**
   * Closes at once what exceeds the limit by a tenth, as there is no room to refuse it politely.
   */
  void opened(HttpConnection connection) {
    connections.put(connection, new Seen());
    connection.closeHandler(closed -> {
      connections.remove(connection);
      whenClosed.accept(connection);
    });
    if (connections.size() > limits.most() + limits.most() / 10) {
      connection.close();
    }
  }

  /** Notes a request until its answer has ended; refuses it if there are too many connections. */
  void check(HttpServerRequest request) {
    @Nullable Seen seen = connections.get(request.connection());
    if (seen != null) {
      seen.requests.incrementAndGet();
      request
          .response()
          .endHandler(ended -> {
            seen.quietLooks.set(0);
            seen.requests.decrementAndGet();
          });
    }
    if (connections.size() > limits.most()) {
      // The header alone does not close it.
      request.response().putHeader("Connection", "close");
      request.response().endHandler(ended -> request.connection().close());
      throw new Refusal(
          Problem.of(
              503,
              "TOO_MANY_CONNECTIONS",
              "The server has its limit of " + limits.most() + " connections; retry later"));
    }
  }

  private void closeQuiet() {
    connections.forEach((connection, seen) -> {
      if (seen.requests.get() == 0 && seen.quietLooks.incrementAndGet() > QUIET_LOOKS) {
        connection.close();
      }
    });
  }
}
