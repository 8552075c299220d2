package io.duetime.server.http;

import io.duetime.server.access.Doorkeeper;
import io.duetime.server.http.access.AuditTrail;
import io.duetime.server.http.access.HttpGate;
import io.duetime.server.http.call.HttpLimits;
import io.duetime.server.http.call.Route;
import io.duetime.server.http.routes.HttpApi;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.ServerSSLOptions;
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
  private static final int MAX_LINE_BYTES = 32 << 10;
  private static final int MAX_HEADER_BYTES = 64 << 10;
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
      Doorkeeper doorkeeper,
      @Nullable ServerSSLOptions tls) {
    this.vertx = Vertx.vertx(vertxOptions());
    this.api = new HttpApi(vertx, parts, limits, doorkeeper.book());
    this.server =
        vertx
            .createHttpServer(serverOptions(limits, tls))
            .requestHandler(
                new Dispatcher(
                    vertx, api, limits, new HttpGate(doorkeeper), new AuditTrail(parts.engine())));
  }

  private static VertxOptions vertxOptions() {
    return new VertxOptions()
        .setFileSystemOptions(
            new FileSystemOptions()
                .setFileCachingEnabled(false)
                .setClassPathResolvingEnabled(false));
  }

  private static HttpServerOptions serverOptions(
      HttpLimits limits, @Nullable ServerSSLOptions tls) {
    HttpServerOptions options = new HttpServerOptions();
    if (tls != null) {
      options.setSsl(true);
      options.setKeyCertOptions(tls.getKeyCertOptions());
      options.setTrustOptions(tls.getTrustOptions());
      options.setClientAuth(tls.getClientAuth());
    }
    return options
        .setMaxInitialLineLength(MAX_LINE_BYTES)
        .setMaxHeaderSize(MAX_HEADER_BYTES)
        .setHandle100ContinueAutomatically(true)
        .setTcpNoDelay(true)
        .setIdleTimeoutUnit(TimeUnit.MILLISECONDS)
        .setIdleTimeout((int) limits.maxWait().plus(limits.bodyPause()).toMillis());
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

  /** Reports not ready until {@link #warm}. */
  public void cold() {
    api.warm(false);
  }

  /** Reports ready, unless it is stopping. */
  public void warm() {
    api.warm(true);
  }

  /** Every route of the API. */
  public List<Route> routes() {
    return api.routes().routes();
  }

  /** Stops: reports not ready, answers waiting claims, finishes running calls, then closes. */
  public void close() {
    // An interrupt must not keep the port open: it would stay open as long as the process.
    boolean interrupted = Thread.interrupted();
    try {
      closeAll();
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void closeAll() {
    api.stopping();
    try {
      server.shutdown(DRAIN.toMillis(), TimeUnit.MILLISECONDS).await();
    } finally {
      vertx.close().await();
    }
  }
}
