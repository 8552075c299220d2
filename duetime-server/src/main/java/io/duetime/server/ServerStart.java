package io.duetime.server;

import io.duetime.Duetime;
import io.duetime.TimeSource;
import io.duetime.embedded.EmbeddedEngine;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.Engine;
import io.duetime.handover.TargetAccess;
import io.duetime.internal.client.StoreClient;
import io.duetime.internal.client.call.Pace;
import io.duetime.internal.client.claim.QueueClaimers;
import io.duetime.internal.id.Ulids;
import io.duetime.server.handover.HandOvers;
import io.duetime.server.handover.TargetFile;
import io.duetime.server.handover.TargetStore;
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
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Makes the parts of a server over an engine; closes those that exist when one fails. */
final class ServerStart {
  private final Engine engine;
  private final ServerSettings settings;
  private final Supplier<ServerSettings> again;
  private final TimeSource time;

  ServerStart(
      Engine engine, ServerSettings settings, Supplier<ServerSettings> again, TimeSource time) {
    this.engine = engine;
    this.settings = settings;
    this.again = again;
    this.time = time;
  }

  /** Listens, after {@code beginning} was told of the front. */
  DuetimeServer listen(Consumer<HttpFront> beginning) {
    QuotaEngine quotas = readOrClose(this::quotas);
    TargetFile targets = readOrClose(this::targets);
    // At most a sixteenth of the heap is on its way from the store.
    Engine limited =
        new PayloadGate(
            quotas == null ? engine : quotas,
            Runtime.getRuntime().maxMemory() / 16,
            settings.get(Setting.MAX_PAYLOAD));
    ServerMetrics metrics = new ServerMetrics(limited, time, settings.get(Setting.METRICS_QUEUES));
    StoreClient store =
        StoreClient.over(
            metrics.engine(),
            Duetime.builder()
                .uri(settings.get(Setting.STORE))
                .time(time)
                .listener(metrics.calls())
                .build(),
            Pace.NORMAL);
    metrics.waitedFor(store.queueClaimers()::waitedFor);
    try {
      return listen(store, metrics, new Files(quotas, targets), beginning);
    } catch (RuntimeException | Error failure) {
      store.close();
      throw failure;
    }
  }

  private @Nullable QuotaEngine quotas() {
    return settings
        .find(Setting.QUOTAS_FILE)
        .map(file -> new QuotaEngine(engine, file, time))
        .orElse(null);
  }

  private TargetFile targets() {
    return settings.find(Setting.TARGETS_FILE).map(TargetFile::of).orElseGet(TargetFile::none);
  }

  private TargetAccess targetAccess() {
    return new TargetAccess(
        settings.find(Setting.SECRETS_FOLDER).orElse(null),
        settings.get(Setting.SECRETS_PREFIX),
        settings.find(Setting.PRIVATE_RANGES).orElseGet(List::of));
  }

  private <T extends @Nullable Object> T readOrClose(Supplier<T> file) {
    try {
      return file.get();
    } catch (RuntimeException wrong) {
      engine.close();
      throw wrong;
    }
  }

  private DuetimeServer listen(
      StoreClient store, ServerMetrics metrics, Files files, Consumer<HttpFront> beginning) {
    ServerAccess access = ServerAccess.open(store.engine(), settings, time, metrics);
    HandOvers handOvers =
        new HandOvers(
            store.engine(),
            new TargetStore(store.engine(), files.targets, targetAccess()),
            () -> store,
            settings.get(Setting.SHUTDOWN_TIMEOUT),
            metrics.handOvers());
    SettingsReloader reloader =
        new SettingsReloader(
            again, settings, access::lookNow, files.quotasReader(), handOvers::readAgain);
    metrics.certificateEnd(access::certificateEnd);
    HttpLimits limits = limits(settings);
    try {
      HttpFront front =
          new HttpFront(
              parts(store, metrics, reloader, handOvers),
              limits,
              HttpLimits.Connections.of(access.connections()),
              access.doorkeeper(),
              access.tls());
      beginning.accept(front);
      handOvers.start();
      return listen(new DuetimeServer.Parts(store, access, front, reloader, handOvers), metrics);
    } catch (RuntimeException | Error failure) {
      handOvers.close();
      access.close();
      throw failure;
    }
  }

  /** The limits of HTTP, which follow from the heap of the process. */
  static HttpLimits limits(ServerSettings settings) {
    return HttpLimits.of(settings.get(Setting.MAX_PAYLOAD), Runtime.getRuntime().maxMemory());
  }

  private HttpApi.Parts parts(
      StoreClient store, ServerMetrics metrics, SettingsReloader reloader, HandOvers handOvers) {
    return new HttpApi.Parts(
        store.engine(),
        engine instanceof EmbeddedEngine embedded ? embedded::backup : null,
        new Claims(store.queueClaimers()),
        new Ulids(time, new SecureRandom())::next,
        DuetimeServer.version(),
        metrics,
        reloader,
        handOvers);
  }

  private DuetimeServer listen(DuetimeServer.Parts parts, ServerMetrics metrics) {
    HttpFront front = parts.front();
    try {
      InetSocketAddress http = front.listen(settings.get(Setting.HTTP).address("http"));
      parts.access().reloadInto("http", front::use);
      BeanstalkdListener beanstalkd =
          BeanstalkdListener.open(settings, parts.store(), parts.access(), time, metrics);
      return new DuetimeServer(parts, http, beanstalkd, settings.get(Setting.SHUTDOWN_TIMEOUT));
    } catch (RuntimeException | Error failure) {
      front.close();
      throw failure;
    }
  }

  /** What the server has read from the files that declare quotas and targets. */
  private record Files(@Nullable QuotaEngine quotas, TargetFile targets) {
    Runnable quotasReader() {
      return quotas == null ? () -> {} : quotas::readAgain;
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
