package io.duetime.server;

import io.duetime.Duetime;
import io.duetime.TimeSource;
import io.duetime.embedded.EmbeddedEngine;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.Engine;
import io.duetime.engine.EngineContext;
import io.duetime.internal.client.EngineOpener;
import io.duetime.internal.client.StoreClient;
import io.duetime.internal.client.call.Pace;
import io.duetime.internal.client.claim.QueueClaimers;
import io.duetime.internal.id.Ulids;
import io.duetime.server.http.HttpFront;
import io.duetime.server.http.call.HttpLimits;
import io.duetime.server.http.routes.HttpApi;
import io.duetime.server.http.routes.WaitingClaims;
import io.duetime.server.metrics.ServerMetrics;
import io.duetime.server.quota.QuotaEngine;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs a server: opens its store, maintains it, and listens. Thread safe; {@link #close} may be
 * called twice.
 */
public final class DuetimeServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(DuetimeServer.class);

  private final Opened opened;
  private final ServerAccess access;
  private final HttpFront front;
  private final InetSocketAddress http;
  private final @Nullable BeanstalkdListener beanstalkd;
  private final Duration shutdownTimeout;

  private DuetimeServer(
      Opened opened,
      ServerAccess access,
      HttpFront front,
      InetSocketAddress http,
      @Nullable BeanstalkdListener beanstalkd,
      Duration shutdownTimeout) {
    this.opened = opened;
    this.access = access;
    this.front = front;
    this.http = http;
    this.beanstalkd = beanstalkd;
    this.shutdownTimeout = shutdownTimeout;
  }

  /** Opens the store and listens; closes what it has opened when either fails. */
  public static DuetimeServer start(ServerSettings settings, TimeSource time) {
    Engine engine = EngineOpener.open(settings.store(), new EngineContext(time, Map.of()));
    return over(engine, settings, time);
  }

  /** As {@link #start}, but the server is not ready before {@link #warmUp} has returned. */
  public static DuetimeServer startCold(ServerSettings settings, TimeSource time) {
    Engine engine = EngineOpener.open(settings.store(), new EngineContext(time, Map.of()));
    return over(engine, settings, time, HttpFront::cold);
  }

  /**
   * Runs the usual calls on a separate store in memory, so that their code is compiled, and then
   * reports the server as ready. The server answers calls meanwhile, but more slowly.
   */
  public void warmUp(TimeSource time) {
    try {
      new Warmer(time).run();
    } catch (RuntimeException | Error failure) {
      LOG.warn("The server could not warm up; its first calls take longer", failure);
    } finally {
      front.warm();
    }
  }

  /** Listens over an engine, and closes that engine with the server. */
  static DuetimeServer over(Engine engine, ServerSettings settings, TimeSource time) {
    return over(engine, settings, time, HttpFront::warm);
  }

  private static DuetimeServer over(
      Engine engine, ServerSettings settings, TimeSource time, Consumer<HttpFront> beginning) {
    QuotaEngine quotas = quotas(engine, settings, time);
    Engine limited = quotas == null ? engine : quotas;
    ServerMetrics metrics = new ServerMetrics(limited, time, settings.metricsQueues());
    StoreClient store =
        StoreClient.over(
            metrics.engine(),
            Duetime.builder().uri(settings.store()).time(time).listener(metrics.calls()).build(),
            Pace.NORMAL);
    metrics.waitedFor(store.queueClaimers()::waitedFor);
    HttpApi.Parts parts =
        new HttpApi.Parts(
            store.engine(),
            engine instanceof EmbeddedEngine embedded ? embedded::backup : null,
            new Claims(store.queueClaimers()),
            new Ulids(time, new SecureRandom())::next,
            version(),
            metrics);
    try {
      return over(new Opened(store, parts, quotas), settings, time, beginning);
    } catch (RuntimeException | Error failure) {
      store.close();
      throw failure;
    }
  }

  private static @Nullable QuotaEngine quotas(
      Engine engine, ServerSettings settings, TimeSource time) {
    try {
      return settings.quotasFile().map(file -> new QuotaEngine(engine, file, time)).orElse(null);
    } catch (RuntimeException wrong) {
      engine.close();
      throw wrong;
    }
  }

  /** The store, and the quotas between it and every port; null without a file of quotas. */
  private record Opened(StoreClient store, HttpApi.Parts parts, @Nullable QuotaEngine quotas) {}

  private static DuetimeServer over(
      Opened opened, ServerSettings settings, TimeSource time, Consumer<HttpFront> beginning) {
    ServerAccess access = ServerAccess.open(opened.store().engine(), settings, time);
    try {
      HttpFront front =
          new HttpFront(opened.parts(), HttpLimits.DEFAULT, access.doorkeeper(), access.tls());
      beginning.accept(front);
      return listen(access, front, opened, settings, time);
    } catch (RuntimeException | Error failure) {
      access.close();
      throw failure;
    }
  }

  private static DuetimeServer listen(
      ServerAccess access,
      HttpFront front,
      Opened opened,
      ServerSettings settings,
      TimeSource time) {
    try {
      InetSocketAddress http = front.listen(settings.http().address("http"));
      access.reloadInto(front::use);
      BeanstalkdListener beanstalkd =
          BeanstalkdListener.open(settings, opened.store(), access, time, opened.parts().metrics());
      return new DuetimeServer(opened, access, front, http, beanstalkd, settings.shutdownTimeout());
    } catch (RuntimeException | Error failure) {
      front.close();
      throw failure;
    }
  }

  /** The address at which HTTP listens. */
  public InetSocketAddress http() {
    return http;
  }

  /** The addresses at which the beanstalkd protocol listens. */
  public List<InetSocketAddress> beanstalkd() {
    return beanstalkd == null ? List.of() : beanstalkd.addresses();
  }

  /**
   * Answers further puts of the beanstalkd protocol with DRAINING, until the server is restarted.
   */
  public void drainBeanstalkd() {
    if (beanstalkd != null) {
      beanstalkd.front().drain();
      LOG.info("The beanstalkd protocol takes no more jobs until the server is restarted");
    }
  }

  /**
   * Reads the quotas again, and tokens and certificates if they have changed, which it also does by
   * itself. A file that is wrong changes nothing.
   */
  public void readAgain() {
    access.lookNow();
    if (opened.quotas() != null) {
      opened.quotas().readAgain();
    }
  }

  /** The version of the server and of the command. */
  public static String version() {
    String version = DuetimeServer.class.getPackage().getImplementationVersion();
    return version == null ? "development" : version;
  }

  /**
   * Stops the server: it is no longer ready, answers waiting claims, finishes running calls within
   * {@link ServerSettings#shutdownTimeout}, and closes the store.
   */
  @Override
  public void close() {
    access.close();
    CompletableFuture<Void> stopped =
        beanstalkd == null
            ? CompletableFuture.completedFuture(null)
            : beanstalkd.front().stop(shutdownTimeout);
    try {
      front.close(shutdownTimeout);
      stopped.join();
    } finally {
      opened.store().close();
    }
  }

  private record Claims(QueueClaimers claimers) implements WaitingClaims {
    @Override
    public CompletableFuture<ClaimResult> claim(String queue, ClaimRequest request, Duration wait) {
      return claimers.claim(queue, request, wait);
    }

    @Override
    public void close() {
      claimers.close();
    }
  }
}
