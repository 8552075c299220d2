package io.duetime.server.http;

import io.duetime.server.http.call.HttpLimits;
import io.duetime.server.http.call.Route;
import io.duetime.server.http.routes.HttpApi;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

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

  /** Creates the routes over an engine; does not listen yet. */
  public HttpFront(HttpApi.Parts parts, HttpLimits limits) {
    this.vertx =
        Vertx.builder()
            .with(vertxOptions())
            .withMetrics(options -> parts.metrics().connections())
            .build();
    this.api = new HttpApi(vertx, parts, limits);
    this.server =
        vertx
            .createHttpServer(serverOptions(limits))
            .requestHandler(new Dispatcher(vertx, api.routes(), limits, api.lines()));
  }

  private static VertxOptions vertxOptions() {
    return new VertxOptions()
        .setFileSystemOptions(
            new FileSystemOptions()
                .setFileCachingEnabled(false)
                .setClassPathResolvingEnabled(false));
  }

  private static HttpServerOptions serverOptions(HttpLimits limits) {
    return new HttpServerOptions()
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
