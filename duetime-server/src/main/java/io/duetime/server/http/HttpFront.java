package io.duetime.server.http;

import io.duetime.server.access.Authenticator;
import io.duetime.server.connection.ConnectionRoom;
import io.duetime.server.connection.RoomTransport;
import io.duetime.server.http.call.HttpLimits;
import io.duetime.server.http.call.Route;
import io.duetime.server.http.routes.HttpApi;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerBuilder;
import io.vertx.core.http.HttpServerConfig;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.net.ServerSSLOptions;
import io.vertx.core.net.TcpOption;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Listens for HTTP and answers from one engine. Thread safe; {@link #listen} may be called once,
 * {@link #close} any number of times.
 */
public final class HttpFront {
  /** An address has one part in so many of the connections before its token is known. */
  private static final int SHARE_OF_ADDRESS = 4;

  private static final Duration DRAIN = Duration.ofSeconds(10);

  private final Vertx vertx;
  private final HttpApi api;
  private final HttpServer server;

  /**
   * Creates the routes over an engine, for callers that are admitted; does not listen yet.
   *
   * @param tls certificate and key; null for connections that are not encrypted
   */
  public HttpFront(
      HttpApi.Parts parts,
      HttpLimits limits,
      HttpLimits.Connections connections,
      Authenticator authenticator,
      @Nullable ServerSSLOptions tls) {
    ConnectionRoom room = new ConnectionRoom(size(connections), authenticator.proxies());
    this.vertx = RoomTransport.vertx(new VertxOptions(), room, parts.metrics().connections("http"));
    this.api = new HttpApi(vertx, parts, limits, authenticator.book());
    HttpGate gate = HttpGate.start(vertx, authenticator, room, connections);
    AuditTrail audit = new AuditTrail(parts.engine());
    HttpServerBuilder builder = vertx.httpServerBuilder().with(config(limits));
    this.server =
        (tls == null ? builder : builder.with(tls))
            .withConnectHandler(gate::opened)
            .build()
            .requestHandler(new Dispatcher(vertx, api, limits, gate, audit));
  }

  private static ConnectionRoom.Size size(HttpLimits.Connections limits) {
    return new ConnectionRoom.Size(
        limits.most(), limits.surplus(), Math.max(1, limits.most() / SHARE_OF_ADDRESS), true);
  }

  private static HttpServerConfig config(HttpLimits limits) {
    HttpServerConfig config =
        new HttpServerConfig()
            // The gate knows the connections of HTTP/1.1 and bounds their headers.
            .setVersions(HttpVersion.HTTP_1_0, HttpVersion.HTTP_1_1)
            // The dispatcher does, once the caller is admitted.
            .setHandle100ContinueAutomatically(false)
            .setIdleTimeout(limits.maxWait().plus(limits.bodyPause()));
    config.getTcpConfig().getTransportConfig().setOption(TcpOption.NODELAY, true);
    return config;
  }

  /** Listens, and returns the address with the port that was chosen for 0. */
  public InetSocketAddress listen(InetSocketAddress address) {
    try {
      server.listen(address.getPort(), address.getHostString()).await();
    } catch (Exception failure) {
      throw new ListenFailure(address, failure);
    }
    return new InetSocketAddress(address.getAddress(), server.actualPort());
  }

  /** Uses other certificates for new connections. */
  public Future<Boolean> use(ServerSSLOptions tls) {
    return server.updateSSLOptions(tls);
  }

  /** Sets whether the server is warm, and so ready; initially true. */
  public void warm(boolean isWarm) {
    api.warm(isWarm);
  }

  /** Every route of the API. */
  public List<Route> routes() {
    return api.routes().routes();
  }

  /** As {@link #close(Duration)}, with ten seconds for running calls. */
  public void close() {
    close(DRAIN);
  }

  /**
   * Stops: reports not ready, answers waiting claims, finishes running calls within a time, then
   * closes.
   */
  public void close(Duration drain) {
    // An interrupt must not keep the port open: it would stay open as long as the process.
    boolean interrupted = Thread.interrupted();
    try {
      closeAll(drain);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void closeAll(Duration drain) {
    api.stopping();
    try {
      server.shutdown(drain.toMillis(), TimeUnit.MILLISECONDS).await();
    } finally {
      vertx.close().await();
    }
  }

  /** Thrown when the server cannot listen on an address, mostly because it is in use. */
  public static final class ListenFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Names the address that cannot be used. */
    public ListenFailure(InetSocketAddress address, Throwable cause) {
      this("%s:%d".formatted(address.getHostString(), address.getPort()), cause);
    }

    /** Names the place that cannot be used. */
    public ListenFailure(String place, Throwable cause) {
      super("cannot listen on %s: %s".formatted(place, cause.getMessage()), cause);
    }
  }
}
