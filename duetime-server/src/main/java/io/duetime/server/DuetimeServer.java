package io.duetime.server;

import io.duetime.Duetime;
import io.duetime.InvalidRequestException;
import io.duetime.TimeSource;
import io.duetime.async.Stages;
import io.duetime.engine.Engine;
import io.duetime.engine.EngineProvider.EngineContext;
import io.duetime.engine.ForwardingEngine;
import io.duetime.engine.Maintenance;
import io.duetime.runtime.EngineOpener;
import io.duetime.runtime.StoreClient;
import io.duetime.server.BeanstalkdAddress.Place;
import io.duetime.server.ServerStart.BeanstalkdListener;
import io.duetime.server.connection.ConnectionPlan;
import io.duetime.server.handover.HandOvers;
import io.duetime.server.http.HttpFront;
import io.duetime.server.problem.ProblemKeeper;
import io.duetime.server.problem.ProblemKeeper.Judgement;
import io.duetime.server.problem.StoreProblem;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs a server: opens its store, maintains it, and listens. Thread safe; {@link #close} may be
 * called twice.
 */
public final class DuetimeServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(DuetimeServer.class);

  private final Parts parts;

  /** What a server is made of. */
  record Parts(
      StoreClient store,
      ServerAccess access,
      HttpFront front,
      SettingsReloader reloader,
      HandOvers handOvers,
      ProblemKeeper problems,
      InetSocketAddress http,
      @Nullable BeanstalkdListener beanstalkd,
      Duration shutdownTimeout) {}

  DuetimeServer(Parts parts) {
    this.parts = parts;
  }

  /** Opens the store and listens; closes what it has opened when either fails. */
  public static DuetimeServer start(ServerSettings settings, TimeSource time) {
    Engine engine = EngineOpener.open(settings.get(Setting.STORE), context(settings, time));
    LOG.info("{}", ServerStart.limits(settings).roomText());
    return over(engine, settings, time);
  }

  /**
   * Listens over a store that this process has open, so that the console and the command reach it.
   * Its owner goes on to maintain and to close it; close the server before.
   *
   * @param duetime a store that {@link Duetime#open} or its builder has opened
   * @param settings the settings; {@link Setting#STORE} is not used
   * @throws InvalidRequestException if the store is not one of these, or that of another server
   */
  public static DuetimeServer serve(Duetime duetime, ServerSettings settings) {
    if (!(duetime instanceof StoreClient store)) {
      throw new InvalidRequestException(
          "duetime", duetime, "a store that Duetime.open or its builder has opened");
    }
    if (store.engine().capabilities().served()) {
      throw new InvalidRequestException(
          "duetime", "the store of a server", "a store that has no server: use its own console");
    }
    store.publish(UnaryOperator.identity());
    return new ServerStart(
            new ApplicationEngine(store), settings, () -> settings, store.time(), false)
        .listen(true);
  }

  /** The engine of an open store, which its owner maintains and closes. */
  private static final class ApplicationEngine extends ForwardingEngine {
    private final StoreClient owner;

    ApplicationEngine(StoreClient owner) {
      super(owner.engine());
      this.owner = owner;
    }

    // Two steps at once could copy a dead job twice.
    @Override
    public CompletionStage<Maintenance> maintain() {
      owner.maintain();
      return Stages.done(Maintenance.NOTHING);
    }

    @Override
    public void close() {}
  }

  /**
   * As {@link #start}, but the server is not ready before {@link #warmUp} has returned.
   *
   * @param again reads the settings again
   */
  public static DuetimeServer startCold(
      ServerSettings settings, Supplier<ServerSettings> again, TimeSource time) {
    Engine engine = EngineOpener.open(settings.get(Setting.STORE), context(settings, time));
    return new ServerStart(engine, settings, again, time, true).listen(false);
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
      parts.front.warm(true);
    }
  }

  /** The store accepts what the server does, unless its URI says otherwise. */
  private static EngineContext context(ServerSettings settings, TimeSource time) {
    return new EngineContext(
        time, Map.of("maxPayload", String.valueOf(settings.get(Setting.MAX_PAYLOAD))));
  }

  /** Listens over an engine, and closes that engine with the server. */
  static DuetimeServer over(Engine engine, ServerSettings settings, TimeSource time) {
    return new ServerStart(engine, settings, () -> settings, time, true).listen(true);
  }

  /** The address at which HTTP listens. */
  public InetSocketAddress http() {
    return parts.http;
  }

  /** What is wrong, as last judged, without what is known: the most harmful first. */
  public List<StoreProblem> problems() {
    Judgement last = parts.problems.last();
    return last.problems().stream().filter(one -> !one.isKnownAt(last.nowMillis())).toList();
  }

  /** How many connections each port takes. */
  public ConnectionPlan connections() {
    return parts.access.connections();
  }

  /** The addresses at which the beanstalkd protocol listens. */
  public List<BeanstalkdAddress> beanstalkdAddresses() {
    return parts.beanstalkd == null ? List.of() : parts.beanstalkd.addresses();
  }

  /** Those of them that have a port. */
  public List<InetSocketAddress> beanstalkd() {
    return beanstalkdAddresses().stream()
        .map(BeanstalkdAddress::place)
        .filter(Place.Port.class::isInstance)
        .map(place -> ((Place.Port) place).address().address("beanstalkd"))
        .toList();
  }

  /**
   * Answers further puts of the beanstalkd protocol with DRAINING, until the server is restarted.
   */
  public void drainBeanstalkd() {
    if (parts.beanstalkd != null) {
      parts.beanstalkd.front().drain();
      LOG.info("The beanstalkd protocol takes no more jobs until the server is restarted");
    }
  }

  /** Reads settings, tokens and certificates again; settings that are wrong are logged. */
  public void readAgain() {
    try {
      parts.reloader.reload();
    } catch (InvalidRequestException wrong) {
      LOG.debug("The reloader has logged it", wrong);
    }
  }

  /** The version of the server and of the command. */
  public static String version() {
    String version = DuetimeServer.class.getPackage().getImplementationVersion();
    return version == null ? "development" : version;
  }

  /**
   * Stops the server: it is no longer ready, answers waiting claims, finishes running calls within
   * {@link Setting#SHUTDOWN_TIMEOUT}, and closes the store.
   */
  @Override
  public void close() {
    parts.access.close();
    CompletableFuture<Void> stopped =
        parts.beanstalkd == null
            ? CompletableFuture.completedFuture(null)
            : parts.beanstalkd.front().stop(parts.shutdownTimeout);
    CompletableFuture<Void> handedOver = CompletableFuture.runAsync(parts.handOvers::close);
    try {
      parts.front.close(parts.shutdownTimeout);
      stopped.join();
      handedOver.join();
    } finally {
      parts.store.close();
    }
  }
}
