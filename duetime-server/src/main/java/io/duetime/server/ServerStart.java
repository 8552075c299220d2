package io.duetime.server;

import io.duetime.Duetime;
import io.duetime.InvalidRequestException;
import io.duetime.TimeSource;
import io.duetime.embedded.EmbeddedEngine;
import io.duetime.engine.Engine;
import io.duetime.engine.ForwardingEngine;
import io.duetime.handover.TargetSettings.TargetAccess;
import io.duetime.id.Ulids;
import io.duetime.runtime.StoreClient;
import io.duetime.runtime.call.ClientContext;
import io.duetime.runtime.call.HostName;
import io.duetime.runtime.call.Presence;
import io.duetime.server.BeanstalkdAddress.Place;
import io.duetime.server.beanstalkd.BeanstalkdFront;
import io.duetime.server.beanstalkd.BeanstalkdLimits;
import io.duetime.server.document.DeclaredFile;
import io.duetime.server.handover.HandOvers;
import io.duetime.server.handover.TargetDefinition;
import io.duetime.server.handover.TargetProblem;
import io.duetime.server.handover.TargetStore;
import io.duetime.server.handover.TargetStore.TargetFile;
import io.duetime.server.http.HttpFront;
import io.duetime.server.http.call.HttpLimits;
import io.duetime.server.http.routes.HttpApi;
import io.duetime.server.metrics.ServerMetrics;
import io.duetime.server.problem.ProblemKeeper;
import io.duetime.server.quota.QuotaEngine;
import io.vertx.core.net.ServerSSLOptions;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Makes the parts of a server over an engine; closes those that exist when one fails. */
final class ServerStart {
  private final Engine engine;
  private final ServerSettings settings;
  private final Supplier<ServerSettings> again;
  private final TimeSource time;
  private final boolean ownsLog;

  // Closes what is open if the next part fails, the last part first.
  private final Deque<Runnable> opened = new ArrayDeque<>();

  /** Prepares a server; {@code ownsLog} if its settings have the levels of the log. */
  ServerStart(
      Engine engine,
      ServerSettings settings,
      Supplier<ServerSettings> again,
      TimeSource time,
      boolean ownsLog) {
    this.engine = engine;
    this.settings = settings;
    this.again = again;
    this.time = time;
    this.ownsLog = ownsLog;
  }

  /** Listens; a server that is not warm is not ready. */
  DuetimeServer listen(boolean isWarm) {
    opened.push(engine::close);
    try {
      return open(isWarm);
    } catch (RuntimeException | Error failure) {
      opened.forEach(Runnable::run);
      throw failure;
    }
  }

  private DuetimeServer open(boolean isWarm) {
    QuotaEngine quotas =
        settings
            .find(Setting.QUOTAS_FILE)
            .map(file -> new QuotaEngine(engine, file, time))
            .orElse(null);
    DeclaredFile<Map<String, TargetDefinition>> targets =
        settings
            .find(Setting.TARGETS_FILE)
            .map(TargetFile::of)
            .orElseGet(() -> DeclaredFile.none(Map.of()));
    ServerMetrics metrics =
        new ServerMetrics(
            gate(quotas == null ? engine : quotas), time, settings.get(Setting.METRICS_QUEUES));
    StoreClient store = store(metrics);
    // It closes the engine.
    opened.clear();
    opened.push(store::close);
    ServerAccess access = ServerAccess.open(store.engine(), settings, time, metrics);
    opened.push(access::close);
    metrics.certificateEnd(access::certificateEnd);
    HandOvers handOvers =
        new HandOvers(
            store.engine(),
            new TargetStore(store.engine(), targets, targetAccess()),
            () -> store,
            settings.get(Setting.SHUTDOWN_TIMEOUT),
            metrics.handOvers());
    opened.push(handOvers::close);
    SettingsReloader reloader =
        new SettingsReloader(
            again,
            settings,
            ownsLog,
            access::lookNow,
            quotas == null ? () -> {} : quotas::readAgain,
            handOvers::readAgain);
    ProblemKeeper problems = new ProblemKeeper(store.engine(), time);
    HttpFront front =
        new HttpFront(
            parts(store, metrics, reloader, handOvers, problems),
            limits(settings),
            HttpLimits.Connections.of(access.connections()),
            access.authenticator(),
            access.tls());
    opened.push(front::close);
    front.warm(isWarm);
    handOvers.start();
    InetSocketAddress http = front.listen(settings.get(Setting.HTTP).address("http"));
    String address = HostName.find() + ":" + http.getPort();
    store.publish(presence ->
        presence.with(
            new Presence.Server(address, DuetimeServer.version()),
            TargetProblem.present(handOvers.troubles())));
    access.reloadInto("http", front::use);
    return new DuetimeServer(
        new DuetimeServer.Parts(
            store,
            access,
            front,
            reloader,
            handOvers,
            problems,
            http,
            BeanstalkdListener.open(settings, store, access, time, metrics),
            settings.get(Setting.SHUTDOWN_TIMEOUT)));
  }

  /** At most a sixteenth of the heap is on its way from the store. */
  private Engine gate(Engine inner) {
    return new PayloadGate(
        inner, Runtime.getRuntime().maxMemory() / 16, settings.get(Setting.MAX_PAYLOAD));
  }

  private StoreClient store(ServerMetrics metrics) {
    StoreClient store =
        StoreClient.over(
            metrics.engine(),
            Duetime.builder()
                .uri(settings.get(Setting.STORE))
                .time(time)
                .listener(metrics.calls())
                .build(),
            ClientContext.Pace.NORMAL);
    metrics.waitedFor(store.queueClaimers()::waitedFor);
    return store;
  }

  private TargetAccess targetAccess() {
    return new TargetAccess(
        settings.find(Setting.SECRETS_FOLDER).orElse(null),
        settings.get(Setting.SECRETS_PREFIX),
        settings.find(Setting.PRIVATE_RANGES).orElseGet(List::of));
  }

  /** The limits of HTTP, which follow from the heap of the process. */
  static HttpLimits limits(ServerSettings settings) {
    return HttpLimits.of(settings.get(Setting.MAX_PAYLOAD), Runtime.getRuntime().maxMemory());
  }

  private HttpApi.Parts parts(
      StoreClient store,
      ServerMetrics metrics,
      SettingsReloader reloader,
      HandOvers handOvers,
      ProblemKeeper problems) {
    return new HttpApi.Parts(
        store.engine(),
        ForwardingEngine.behind(engine, EmbeddedEngine.class)
            .<Consumer<Path>>map(embedded -> embedded::backup)
            .orElse(null),
        store.queueClaimers()::claim,
        store.queueClaimers()::close,
        new Ulids(time, new SecureRandom())::next,
        DuetimeServer.version(),
        metrics,
        reloader,
        handOvers,
        problems);
  }

  /**
   * The beanstalkd protocol where it listens.
   *
   * @param front listens
   * @param addresses where, with the ports that were chosen for 0
   */
  record BeanstalkdListener(BeanstalkdFront front, List<BeanstalkdAddress> addresses) {
    /**
     * Listens where the settings say. The default port may belong to another program: then the
     * server runs without the protocol. Any other address must be free.
     *
     * @return null if nothing listens
     */
    static @Nullable BeanstalkdListener open(
        ServerSettings settings,
        StoreClient store,
        ServerAccess access,
        TimeSource time,
        ServerMetrics metrics) {
      if (settings.get(Setting.BEANSTALKD).isEmpty()) {
        return null;
      }
      BeanstalkdFront front =
          new BeanstalkdFront(
              new BeanstalkdFront.Parts(
                  store, access.authenticator(), time, nonces(), DuetimeServer.version()),
              BeanstalkdLimits.DEFAULT.with(
                  Math.min(
                      settings.get(Setting.BEANSTALKD_MAX_JOB_SIZE),
                      settings.get(Setting.MAX_PAYLOAD)),
                  access.connections().beanstalkd(),
                  settings.get(Setting.BEANSTALKD_TUBE_RETENTION)),
              metrics.connections("beanstalkd"));
      try {
        return new BeanstalkdListener(front, listen(front, settings, access));
      } catch (RuntimeException failure) {
        front.close();
        boolean isDefault =
            Setting.BEANSTALKD.byDefault().equals(settings.find(Setting.BEANSTALKD));
        if (isDefault && failure instanceof HttpFront.ListenFailure) {
          return null;
        }
        throw failure;
      }
    }

    /** Nonces need not be secret, and one for each put would take long from a secure source. */
    private static RandomGenerator nonces() {
      return new SplittableRandom(new SecureRandom().nextLong());
    }

    private static List<BeanstalkdAddress> listen(
        BeanstalkdFront front, ServerSettings settings, ServerAccess access) {
      ServerSSLOptions tls = settings.encryptsBeanstalkd() ? access.tls() : null;
      List<BeanstalkdAddress> addresses = new ArrayList<>();
      for (BeanstalkdAddress asked : settings.get(Setting.BEANSTALKD)) {
        requireToken(asked, access);
        addresses.add(listen(front, asked, tls));
      }
      if (tls != null) {
        access.reloadInto("beanstalkd", front::use);
      }
      return addresses;
    }

    private static BeanstalkdAddress listen(
        BeanstalkdFront front, BeanstalkdAddress asked, @Nullable ServerSSLOptions tls) {
      String token = asked.token();
      if (asked.place() instanceof Place.Socket socket) {
        front.listen(socket.file(), token);
        return asked;
      }
      HostPort address = ((Place.Port) asked.place()).address();
      InetSocketAddress listens = front.listen(address.address("beanstalkd"), token, tls);
      return new BeanstalkdAddress(new HostPort(listens.getHostString(), listens.getPort()), token);
    }

    private static void requireToken(BeanstalkdAddress asked, ServerAccess access) {
      String token = asked.token();
      if (token != null && access.authenticator().book().table().named(token).isEmpty()) {
        throw new InvalidRequestException(
            "beanstalkd",
            asked,
            "the name of a token; make it with 'duetime token create " + token + " --grant …'");
      }
    }
  }
}
