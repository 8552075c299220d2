package io.duetime.spring.internal.handler;

import io.duetime.Duetime;
import io.duetime.JobQueue;
import io.duetime.QueueSettings;
import io.duetime.RecurringRequest;
import io.duetime.Worker;
import io.duetime.WorkerSettings;
import io.duetime.spring.WorkerCustomizer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.context.SmartLifecycle;

/**
 * Starts a worker for each handler when the application has started, and stops them first when it
 * stops: before the web server, so that requests still schedule while handlers end.
 */
public final class HandlerWorkers implements SmartLifecycle, SmartInitializingSingleton {
  /** Above the phases in which Spring Boot stops a web server. */
  public static final int PHASE = DEFAULT_PHASE - 512;

  private static final Logger LOG = LoggerFactory.getLogger(HandlerWorkers.class);

  private final HandlerFinder finder;
  private final Duetime duetime;
  private final BiFunction<String, HandlerSettings, HandlerSettings> properties;
  private final List<WorkerCustomizer> customizers;

  private Collection<QueueHandler> handlers = List.of();
  private volatile List<Worker> workers = List.of();

  /**
   * Makes the workers of what a finder finds.
   *
   * @param properties joins what an annotation says about a queue with the properties
   */
  public HandlerWorkers(
      HandlerFinder finder,
      Duetime duetime,
      BiFunction<String, HandlerSettings, HandlerSettings> properties,
      List<WorkerCustomizer> customizers) {
    this.finder = finder;
    this.duetime = duetime;
    this.properties = properties;
    this.customizers = List.copyOf(customizers);
  }

  @Override
  public void afterSingletonsInstantiated() {
    handlers = finder.find();
  }

  @Override
  public void start() {
    if (isRunning()) {
      return;
    }
    List<Worker> started = new ArrayList<>();
    try {
      handlers.forEach(handler -> started.add(start(handler)));
    } catch (RuntimeException refused) {
      started.forEach(Worker::close);
      throw refused;
    }
    workers = List.copyOf(started);
  }

  @Override
  public boolean isRunning() {
    return !workers.isEmpty();
  }

  @Override
  public void stop() {
    stopAll().join();
  }

  @Override
  @SuppressWarnings("FutureReturnValueIgnored") // the callback tells the end
  public void stop(Runnable callback) {
    stopAll()
        .whenComplete((done, failure) -> {
          if (failure != null) {
            LOG.warn("A worker did not stop as it should", failure);
          }
          callback.run();
        });
  }

  @Override
  public int getPhase() {
    return PHASE;
  }

  /** Returns the workers that run now. */
  public List<Worker> workers() {
    return workers;
  }

  private CompletableFuture<Void> stopAll() {
    List<Worker> stopped = workers;
    workers = List.of();
    return CompletableFuture.allOf(
        stopped.stream()
            .map(worker -> worker.closeAsync().toCompletableFuture())
            .toArray(CompletableFuture<?>[]::new));
  }

  // A codec and a handler of the same payload belong together.
  @SuppressWarnings("unchecked")
  private Worker start(QueueHandler handler) {
    HandlerSettings settings = properties.apply(handler.queue(), handler.settings());
    JobQueue<Object> queue =
        duetime.queue(handler.queue(), (io.duetime.Codec<Object>) handler.codec());
    configure(queue, settings);
    Worker worker =
        queue
            .worker((io.duetime.Handler<Object>) handler.handler())
            .with(builder -> customized(handler.queue(), settings, builder))
            .start();
    if (handler.ticks() != null) {
      define(queue, handler.ticks());
    }
    LOG.info("{} handles the jobs of queue {}", handler.origin(), handler.queue());
    return worker;
  }

  private WorkerSettings.Builder customized(
      String queue, HandlerSettings settings, WorkerSettings.Builder builder) {
    settings.applyTo(builder);
    customizers.forEach(customizer -> customizer.customize(queue, builder));
    return builder;
  }

  private static void configure(JobQueue<?> queue, HandlerSettings settings) {
    QueueSettings now = queue.admin().settings();
    if (!settings.appliedTo(now).equals(now)) {
      queue.admin().configure(builder -> settings.appliedTo(builder.build()).toBuilder());
    }
  }

  private static void define(JobQueue<Object> queue, QueueHandler.Ticks ticks) {
    queue
        .recurring()
        .put(
            RecurringRequest.<Object>builder(queue.name(), ticks.schedule(), new byte[0])
                .missed(ticks.missed())
                .build());
  }
}
