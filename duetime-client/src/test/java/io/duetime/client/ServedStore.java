package io.duetime.client;

import io.duetime.Duetime;
import io.duetime.HandOverRoute;
import io.duetime.engine.Engine;
import io.duetime.engine.EngineProvider.EngineContext;
import io.duetime.handover.TargetSettings.TargetAccess;
import io.duetime.runtime.call.ClientContext;
import io.duetime.runtime.call.StoreResources;
import io.duetime.server.access.Authenticator;
import io.duetime.server.access.Grant;
import io.duetime.server.access.Token;
import io.duetime.server.access.TokenBook;
import io.duetime.server.access.TokenStore;
import io.duetime.server.connection.ConnectionPlan;
import io.duetime.server.connection.ConnectionPlan.Means;
import io.duetime.server.document.DeclaredFile;
import io.duetime.server.handover.HandOvers;
import io.duetime.server.handover.TargetChecker;
import io.duetime.server.handover.TargetStore;
import io.duetime.server.http.HttpFront;
import io.duetime.server.http.call.HttpLimits;
import io.duetime.server.http.routes.HttpApi;
import io.duetime.server.http.routes.ServerRoutes.ServerControl;
import io.duetime.server.metrics.ServerMetrics;
import io.duetime.server.problem.ProblemKeeper;
import io.duetime.time.SystemTime;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An engine behind a server in this JVM, and the engine that calls that server. Closing it leaves
 * the engine behind the server open.
 */
public final class ServedStore implements AutoCloseable {
  private final SystemTime time = new SystemTime();
  private final HttpFront front;
  private final String uri;
  private final Engine engine;

  /** Serves a store on a free port, to every caller on this machine. */
  public ServedStore(Engine served) {
    this(served, null);
  }

  /**
   * Serves a store to one token with these grants, such as {@code read=orders*}; without grants, to
   * every caller on this machine.
   *
   * @param tls certificate and key; null for connections that are not encrypted
   */
  public ServedStore(Engine served, @Nullable Certificate tls, String... grants) {
    TokenBook tokens = new TokenBook(new TokenStore(served, new SecureRandom()));
    String token = grants.length == 0 ? "" : "?token=" + token(tokens, grants);
    tokens.look().toCompletableFuture().join();
    ServerMetrics metrics = new ServerMetrics(served, time, "*");
    this.front =
        new HttpFront(
            new HttpApi.Parts(
                new StoreResources(Duetime.builder().uri("memory:").time(time).build())
                    .context(served, ClientContext.Pace.NORMAL)
                    .engine(),
                null,
                // Asks the engine once and never waits: the engine that calls waits itself.
                (queue, request, wait) -> served.claim(queue, request).toCompletableFuture(),
                () -> {},
                () -> UUID.randomUUID().toString(),
                "test",
                metrics,
                new FixedControl(),
                new AnyTarget(
                    served,
                    new TargetStore(served, DeclaredFile.none(Map.of()), TargetAccess.NONE),
                    metrics),
                new ProblemKeeper(served, time)),
            HttpLimits.DEFAULT,
            HttpLimits.Connections.of(ConnectionPlan.of(Means.ofProcess(), 0)),
            new Authenticator(tokens, false, time::nanoTime),
            tls == null ? null : tls.options());
    front.warm(true);
    InetSocketAddress address =
        front.listen(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    String host = "://127.0.0.1:" + address.getPort();
    this.uri = tls == null ? "http" + host + token : "https" + host + token + "&ca=" + tls.pem();
    this.engine =
        new HttpEngineProvider().open(uri, new EngineContext(InstantSource.system(), Map.of()));
  }

  // The first token of a store is one of an admin.
  private static String token(TokenBook tokens, String... grants) {
    tokens.store().create("root", List.of(Grant.parse("admin")), Token.Bounds.NONE);
    return tokens
        .store()
        .create(
            UUID.randomUUID().toString(),
            Stream.of(grants).map(Grant::parse).toList(),
            Token.Bounds.NONE)
        .thenApply(issued -> issued.orElseThrow().secret().text())
        .toCompletableFuture()
        .join();
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

  /** Accepts every route, and hands nothing over. */
  private static final class AnyTarget extends HandOvers {
    private final TargetStore targets;

    AnyTarget(Engine engine, TargetStore targets, ServerMetrics metrics) {
      super(engine, targets, ServedStore::noLibrary, Duration.ZERO, metrics.handOvers());
      this.targets = targets;
    }

    @Override
    public TargetChecker checker() {
      return new TargetChecker(targets, Runnable::run) {
        @Override
        public CompletionStage<Optional<String>> check(HandOverRoute route) {
          return CompletableFuture.completedStage(Optional.empty());
        }
      };
    }
  }

  private static Duetime noLibrary() {
    throw new AssertionError("no queue is handed over here");
  }

  /** Remembers the levels of the log. */
  private static final class FixedControl implements ServerControl {
    private String level = "INFO";

    @Override
    public Reload reload() {
      return new Reload(level, List.of());
    }

    @Override
    public String logLevel() {
      return level;
    }

    @Override
    public void logLevel(String text) {
      level = text;
    }
  }
}
