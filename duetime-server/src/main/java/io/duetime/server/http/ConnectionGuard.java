package io.duetime.server.http;

import io.duetime.server.connection.ConnectionRoom;
import io.duetime.server.connection.HeadDecoder;
import io.duetime.server.connection.OpenConnection;
import io.duetime.server.http.call.HttpLimits;
import io.duetime.server.http.call.Refusal;
import io.duetime.server.json.Problem;
import io.netty.channel.Channel;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.impl.HttpServerConnection;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Tells the room of connections what their callers do. Closes those on which no request is complete
 * for a while, and those whose header takes too long. Thread safe.
 */
final class ConnectionGuard {
  /** How often a connection is looked at before its header has taken too long. */
  private static final int LOOKS = 10;

  private final ConnectionRoom room;
  private final Consumer<HttpConnection> whenClosed;

  private ConnectionGuard(ConnectionRoom room, Consumer<HttpConnection> whenClosed) {
    this.room = room;
    this.whenClosed = whenClosed;
  }

  /**
   * Starts looking at connections.
   *
   * @param whenClosed is told of each connection that has ended; a connection has only one handler
   *     for its end, which is that of the guard
   */
  static ConnectionGuard start(
      Vertx vertx,
      ConnectionRoom room,
      HttpLimits.Connections limits,
      Consumer<HttpConnection> whenClosed) {
    long pause = Math.max(1, limits.head().toMillis() / LOOKS);
    int quietLooks = (int) Math.max(1, limits.quiet().toMillis() / pause);
    vertx.setPeriodic(pause, again -> room.closeOverdue(quietLooks, LOOKS));
    return new ConnectionGuard(room, whenClosed);
  }

  /** Watches the headers of a connection. */
  void opened(HttpConnection connection) {
    connection.closeHandler(closed -> whenClosed.accept(connection));
    HeadDecoder decoder = new HeadDecoder();
    Channel channel = channel(connection);
    channel.pipeline().replace("httpDecoder", "httpDecoder", decoder);
    of(connection).decodedBy(decoder);
  }

  /** Notes a request until its answer has ended; refuses it if there are too many connections. */
  void check(HttpServerRequest request) {
    OpenConnection connection = of(request.connection());
    connection.begin();
    request.response().endHandler(ended -> connection.end());
    if (connection.isSurplus() && !isAlwaysAnswered(request.path())) {
      refuse(request, "The server has its limit of " + room.most() + " connections; retry later");
    }
  }

  /** Notes that the caller of a request is known; refuses it if its token has too many. */
  void known(HttpServerRequest request, String token) {
    if (!of(request.connection()).known(token)) {
      refuse(
          request,
          "The token has its limit of " + room.mostOfToken() + " connections; retry later");
    }
  }

  private static boolean isAlwaysAnswered(@Nullable String path) {
    return path != null && (path.startsWith("/health/") || path.equals("/metrics"));
  }

  private static void refuse(HttpServerRequest request, String detail) {
    // The header alone does not close it.
    request.response().putHeader("Connection", "close");
    request.response().endHandler(ended -> request.connection().close());
    throw new Refusal(Problem.of(503, "TOO_MANY_CONNECTIONS", detail));
  }

  private static OpenConnection of(HttpConnection connection) {
    return Objects.requireNonNull(OpenConnection.of(channel(connection)));
  }

  private static Channel channel(HttpConnection connection) {
    return ((HttpServerConnection) connection).channelHandlerContext().channel();
  }
}
