package io.duetime.client;

import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.Engine;
import io.duetime.engine.EngineContext;
import io.duetime.internal.time.SystemTime;
import io.duetime.server.access.Doorkeeper;
import io.duetime.server.access.TokenBook;
import io.duetime.server.access.TokenStore;
import io.duetime.server.http.HttpFront;
import io.duetime.server.http.call.HttpLimits;
import io.duetime.server.http.routes.HttpApi;
import io.duetime.server.http.routes.WaitingClaims;
import io.duetime.server.metrics.ServerMetrics;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/**
 * An engine behind a server in this JVM, and the engine that calls that server. Closing it leaves
 * the engine behind the server open.
 */
public final class ServedStore implements AutoCloseable {
  private final SystemTime time = new SystemTime();
  private final HttpFront front;
  private final String uri;
  private final Engine engine;

  /** Serves a store on a free port. */
  public ServedStore(Engine served) {
    this.front =
        new HttpFront(
            new HttpApi.Parts(
                served,
                null,
                new AskingClaims(served),
                () -> UUID.randomUUID().toString(),
                "test",
                new ServerMetrics(served, time, "*")),
            HttpLimits.DEFAULT,
            doorkeeper(served, time));
    front.warm();
    InetSocketAddress address =
        front.listen(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    this.uri = "http://127.0.0.1:" + address.getPort();
    this.engine =
        new HttpEngineProvider().open(uri, new EngineContext(InstantSource.system(), Map.of()));
  }

  /** Admits every caller on this machine: there is no token. */
  private static Doorkeeper doorkeeper(Engine served, SystemTime time) {
    TokenBook tokens = new TokenBook(new TokenStore(served, new SecureRandom()));
    tokens.look().toCompletableFuture().join();
    return new Doorkeeper(tokens, false, time::nanoTime);
  }

  /** The address of the server. */
  public String uri() {
    return uri;
  }

  /** The engine that calls the server. */
  public Engine engine() {
    return engine;
  }

  @Override
  public void close() {
    engine.close();
    front.close();
    time.close();
  }

  /** Asks the engine once and never waits: the engine that calls waits itself. */
  private record AskingClaims(Engine engine) implements WaitingClaims {
    @Override
    public CompletableFuture<ClaimResult> claim(String queue, ClaimRequest request, Duration wait) {
      return engine.claim(queue, request).toCompletableFuture();
    }

    @Override
    public void close() {}
  }
}
