package io.duetime.server.metrics;

import io.duetime.JobListener;
import io.duetime.TimeSource;
import io.duetime.async.Stages;
import io.duetime.engine.Engine;
import io.duetime.micrometer.DuetimeMetrics;
import io.duetime.runtime.QueuePattern;
import io.duetime.server.access.Authenticator.Login;
import io.duetime.server.metrics.ObservedEngine.DeathLog;
import io.duetime.server.metrics.StoreReading.QueueChoice;
import io.duetime.server.metrics.StoreReading.StoreCollector;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.vertx.core.net.SocketAddress;
import io.vertx.core.net.TcpServerConfig;
import io.vertx.core.spi.metrics.TransportMetrics;
import io.vertx.core.spi.metrics.VertxMetrics;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Measures a server and its store, and writes the metrics as Prometheus reads them. Thread safe.
 */
public final class ServerMetrics {
  /** How many queues have series of their own. */
  public static final int MAX_QUEUES = DuetimeMetrics.DEFAULT_MAX_QUEUES;

  /** How long a scrape waits for the store; then it has only the series of this process. */
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private static final double NANOS_PER_SECOND = 1e9;

  private final Engine store;
  private final Engine observed;
  private final TimeSource time;
  private final QueueChoice choice;
  private final LoopCheck loops;
  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final DuetimeMetrics jobs = DuetimeMetrics.in(registry, MAX_QUEUES);
  private final RecentLateness lateness;
  private final HandOverMeters handOvers;
  private final StoreCollector collector = new StoreCollector();
  private final AtomicReference<@Nullable CompletableFuture<String>> scraping =
      new AtomicReference<>();
  private volatile CompletableFuture<StoreReading> reading =
      CompletableFuture.failedFuture(new IllegalStateException("not read yet"));
  private volatile int stalled;
  private volatile long readNanos;

  /**
   * Measures a store.
   *
   * @param pattern the names of queues that have series of their own first, such as {@code mail/*}
   */
  public ServerMetrics(Engine store, TimeSource time, String pattern) {
    this.store = store;
    this.time = time;
    this.choice = new QueueChoice(new QueuePattern(pattern), MAX_QUEUES);
    this.loops = new LoopCheck(store, time);
    this.lateness = new RecentLateness(time);
    this.observed = new ObservedEngine(store, jobs, loops, lateness, new DeathLog(time));
    this.handOvers = new HandOverMeters(registry, time);
    registry.getPrometheusRegistry().register(collector);
    registerGauges();
    measureProcess();
    Stream.of(Login.Refused.values()).forEach(this::refusedLogins);
  }

  private void registerGauges() {
    gauge(
        "duetime.claim.loops.stalled",
        "Queues of which due jobs and callers wait, while no claim is answered",
        () -> stalled);
    gauge(
        "duetime.maintenance.age.seconds",
        "The time since the last maintenance step of this server",
        () -> seconds(loops.sinceMaintenance().toNanos()));
    gauge(
        "duetime.store.read.seconds",
        "For how long the last scrape has read the store",
        () -> seconds(readNanos));
  }

  private void gauge(String name, String description, Supplier<Number> value) {
    Gauge.builder(name, value).description(description).register(registry);
  }

  private void measureProcess() {
    Stream.of(
            new JvmMemoryMetrics(),
            new JvmThreadMetrics(),
            new ProcessorMetrics(),
            new FileDescriptorMetrics(),
            new UptimeMetrics())
        .forEach(meters -> meters.bindTo(registry));
    // Micrometer's own binder has a listener that would have to be removed with the server.
    for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
      FunctionTimer.builder(
              "jvm.gc.collections",
              collector,
              GarbageCollectorMXBean::getCollectionCount,
              GarbageCollectorMXBean::getCollectionTime,
              TimeUnit.MILLISECONDS)
          .description("Garbage collections and their time")
          .tag("gc", collector.getName())
          .register(registry);
    }
  }

  private static double seconds(long nanos) {
    return nanos / NANOS_PER_SECOND;
  }

  /** The store, with every call measured; all callers of a server use it. */
  public Engine engine() {
    return observed;
  }

  /** Receives what a client of {@link #engine} knows of its calls and of the store's clock. */
  public JobListener calls() {
    return new StoreCalls(jobs);
  }

  /** Counts the connections of a protocol for its {@code Vertx}. */
  public VertxMetrics connections(String protocol) {
    AtomicInteger open = new AtomicInteger();
    Gauge.builder("duetime.connections", open::get)
        .description("Open connections of callers")
        .tag("protocol", protocol)
        .register(registry);
    return new VertxMetrics() {
      @Override
      public TransportMetrics<?> createTcpServerMetrics(
          TcpServerConfig config, String name, SocketAddress address) {
        return new TransportMetrics<Object>() {
          @Override
          public Object connected(SocketAddress remote, String remoteName) {
            open.incrementAndGet();
            return this;
          }

          @Override
          public void disconnected(Object connection, SocketAddress remote) {
            open.decrementAndGet();
          }
        };
      }
    };
  }

  /** Sets where the queues are found of which callers of this server wait for jobs. */
  public void waitedFor(Supplier<? extends Collection<String>> queues) {
    loops.waitedFor(queues);
  }

  /** Counts a login that was refused. */
  public void loginRefused(Login.Refused reason) {
    refusedLogins(reason).increment();
  }

  private Counter refusedLogins(Login.Refused reason) {
    return Counter.builder("duetime.logins.refused")
        .description("Calls and connections that were refused before their caller was known")
        .tag("reason", reason.name().toLowerCase(Locale.ROOT))
        .register(registry);
  }

  /** The meters of the hand-overs of the server. */
  public HandOverMeters handOvers() {
    return handOvers;
  }

  /** How late the attempts of the last minute began. */
  public RecentLateness lateness() {
    return lateness;
  }

  /** Sets where the number of tasks is found that have not ended. */
  public void unfinishedTasks(LongSupplier tasks) {
    gauge("duetime.tasks.unfinished", "Tasks of the store that wait or run", tasks::getAsLong);
  }

  /** Sets where the number of the problems of a kind is found, without those that are known. */
  public void problems(String kind, LongSupplier number) {
    Gauge.builder("duetime.problems", number::getAsLong)
        .description("Open problems of the store and its queues that nobody has noted as known")
        .tag("kind", kind)
        .register(registry);
  }

  /** Sets where the end of the certificate is found, in seconds since 1970. */
  public void certificateEnd(DoubleSupplier end) {
    gauge(
        "duetime.certificate.end.timestamp.seconds",
        "When the certificate of the server ends, in seconds since 1970",
        end::getAsDouble);
  }

  /** Answers the queues whose due jobs wait because no claim loop runs. */
  public CompletionStage<List<String>> stalledQueues() {
    return loops.stalled();
  }

  /**
   * Writes all metrics in the text format of Prometheus. Callers at the same time share one answer.
   *
   * @param executor runs the work, which may take some 100 ms
   */
  public CompletionStage<String> scrape(Executor executor) {
    CompletableFuture<String> mine = new CompletableFuture<>();
    CompletableFuture<String> other = scraping.compareAndExchange(null, mine);
    if (other != null) {
      return other;
    }
    Stages.onCompletion(mine, (text, failure) -> scraping.set(null));
    executor.execute(() -> {
      try {
        write(executor, mine);
      } catch (RuntimeException failure) {
        mine.completeExceptionally(failure);
      }
    });
    return mine;
  }

  private void write(Executor executor, CompletableFuture<String> text) {
    long began = time.nanoTime();
    CompletableFuture<@Nullable StoreReading> read = new CompletableFuture<>();
    TimeSource.Timer patience = time.after(PATIENCE, () -> read.complete(null));
    Stages.whenAnswered(
        reading().thenCombine(loops.stalled(), this::noteStalled),
        read::complete,
        failure -> read.complete(null));
    Stages.whenDone(
        read.thenApplyAsync(
            answer -> {
              patience.cancel();
              readNanos = time.nanoTime() - began;
              show(answer);
              return registry.scrape();
            },
            executor),
        (done, failure) -> Stages.copy(text, done, failure));
  }

  private StoreReading noteStalled(StoreReading read, List<String> queues) {
    stalled = queues.size();
    return read;
  }

  // A store that does not answer is not asked again meanwhile.
  private CompletableFuture<StoreReading> reading() {
    if (reading.isDone()) {
      reading = Stages.call(() -> StoreReading.of(store, choice));
    }
    return reading;
  }

  private void show(@Nullable StoreReading answer) {
    collector.show(answer);
    if (answer != null) {
      jobs.only(answer.names());
    }
  }

  /** Forwards what only the client of a store knows; {@link ObservedEngine} tells the rest. */
  record StoreCalls(JobListener listener) implements JobListener {
    @Override
    public boolean neverBlocks() {
      return true;
    }

    @Override
    public void storeCalled(String operation, Duration took, @Nullable Throwable failure) {
      listener.storeCalled(operation, took, failure);
    }

    @Override
    public void dataLost(String queue) {
      listener.dataLost(queue);
    }

    @Override
    public void clockSkew(Duration skew) {
      listener.clockSkew(skew);
    }
  }
}
