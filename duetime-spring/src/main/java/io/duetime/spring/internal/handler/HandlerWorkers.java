package io.duetime.spring.internal.handler;

import io.duetime.Duetime;
import io.duetime.InvalidRequestException;
import io.duetime.JobQueue;
import io.duetime.QueueSettings;
import io.duetime.RecurringRequest;
import io.duetime.Worker;
import io.duetime.WorkerSettings;
import io.duetime.spring.DuetimeHandlers;
import io.duetime.spring.MisconfiguredException;
import io.duetime.spring.WorkerCustomizer;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.context.ApplicationListener;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.event.ContextRefreshedEvent;

/**
 * Starts a worker for each handler when the application is ready, and stops them first when it
 * stops: before the web server, so that requests still schedule while handlers end.
 */
public final class HandlerWorkers
    implements DuetimeHandlers,
        SmartLifecycle,
        SmartInitializingSingleton,
        ApplicationListener<ContextRefreshedEvent> {
  /** Above the phases in which Spring Boot stops a web server. */
  public static final int PHASE = DEFAULT_PHASE - 512;

  private static final Logger LOG = LoggerFactory.getLogger(HandlerWorkers.class);

  private final HandlerFinder finder;
  private final Duetime duetime;
  private final Set<String> configured;
  private final BiFunction<String, HandlerSettings, HandlerSettings> properties;
  private final List<WorkerCustomizer> customizers;

  private final boolean startsLater;
  private final Map<String, Worker> workers = new ConcurrentHashMap<>();
  private Map<String, QueueHandler> handlers = Map.of();
  private volatile boolean isRunning;

  /**
   * Makes the workers of what a finder finds.
   *
   * @param startsLater whether {@link #start} is called when the application is ready, not by the
   *     context when that is refreshed
   * @param configured the queues with properties of their own
   * @param properties joins what an annotation says about a queue with the properties
   */
  public HandlerWorkers(
      HandlerFinder finder,
      Duetime duetime,
      boolean startsLater,
      Set<String> configured,
      BiFunction<String, HandlerSettings, HandlerSettings> properties,
      List<WorkerCustomizer> customizers) {
    this.finder = finder;
    this.duetime = duetime;
    this.startsLater = startsLater;
    this.configured = Set.copyOf(configured);
    this.properties = properties;
    this.customizers = List.copyOf(customizers);
  }

  @Override
  public void afterSingletonsInstantiated() {
    Map<String, QueueHandler> found = new LinkedHashMap<>();
    finder.find().forEach(handler -> found.put(handler.queue(), handler));
    handlers = found;
    Set<String> unhandled = new TreeSet<>(configured);
    unhandled.removeAll(found.keySet());
    unhandled.forEach(queue ->
        LOG.warn(
            "duetime.queues.{} has no effect: no handler of this application has that queue",
            queue));
    // Before anything schedules, as a job keeps the retry policy that its queue had then.
    found.values().stream().filter(this::startsWithApplication).forEach(this::configure);
  }

  private boolean startsWithApplication(QueueHandler handler) {
    return properties.apply(handler.queue(), handler.settings()).startsWithApplication();
  }

  private void configure(QueueHandler handler) {
    HandlerSettings settings = properties.apply(handler.queue(), handler.settings());
    refusing(handler, () -> configure(duetime.queue(handler.queue(), handler.codec()), settings));
  }

  /** Returns where the handler of a queue is, or null if it has none. */
  public @Nullable String origin(String queue) {
    QueueHandler handler = handlers.get(queue);
    return handler == null ? null : handler.origin();
  }

  /** Refuses handlers in a child context that has no workers of its own: they would never run. */
  @Override
  public void onApplicationEvent(ContextRefreshedEvent event) {
    if (!(event.getApplicationContext() instanceof ConfigurableApplicationContext context)
        || finder.isIn(context.getBeanFactory())
        || context.getBeanFactory().getBeanNamesForType(HandlerWorkers.class).length > 0) {
      return;
    }
    finder.in(context.getBeanFactory()).find().stream()
        .findFirst()
        .ifPresent(handler -> {
          throw new MisconfiguredException(
              handler.origin()
                  + " is in a child context without Duetime's auto-configuration, and would never"
                  + " run.",
              "Add @EnableAutoConfiguration to the child context, or move the handler to its"
                  + " parent.");
        });
  }

  @Override
  public boolean isAutoStartup() {
    return !startsLater;
  }

  @Override
  public synchronized void start() {
    if (isRunning) {
      return;
    }
    isRunning = true;
    try {
      for (QueueHandler handler : handlers.values()) {
        if (startsWithApplication(handler)) {
          start(handler.queue());
        }
      }
    } catch (RuntimeException refused) {
      stop();
      throw refused;
    }
  }

  @Override
  public boolean isRunning() {
    return isRunning;
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

  private synchronized CompletableFuture<Void> stopAll() {
    isRunning = false;
    List<Worker> stopped = List.copyOf(workers.values());
    workers.clear();
    return CompletableFuture.allOf(
        stopped.stream()
            .map(worker -> worker.closeAsync().toCompletableFuture())
            .toArray(CompletableFuture<?>[]::new));
  }

  @Override
  public Set<String> queues() {
    return Collections.unmodifiableSet(handlers.keySet());
  }

  @Override
  public boolean isRunning(String queue) {
    return workers.containsKey(handler(queue).queue());
  }

  @Override
  public synchronized void start(String queue) {
    QueueHandler handler = handler(queue);
    if (!isRunning) {
      throw new IllegalStateException(
          "The handlers of this application have not started, or have stopped");
    }
    if (!workers.containsKey(queue)) {
      workers.put(queue, refusing(handler, () -> start(handler)));
    }
  }

  @Override
  public void stop(String queue) {
    Worker stopped = workers.remove(handler(queue).queue());
    if (stopped != null) {
      stopped.close();
    }
  }

  private QueueHandler handler(String queue) {
    QueueHandler handler = handlers.get(queue);
    if (handler == null) {
      throw new IllegalArgumentException(
          "Queue '" + queue + "' has no handler here; those with one: " + handlers.keySet());
    }
    return handler;
  }

  private <T> T refusing(QueueHandler handler, Supplier<T> step) {
    try {
      return step.get();
    } catch (InvalidRequestException invalid) {
      throw new MisconfiguredException(
          handler.origin()
              + ", handler of queue "
              + handler.queue()
              + ": "
              + invalid.getMessage()
              + ".",
          "Correct the value in its annotation, or in the properties duetime.queues."
              + handler.queue()
              + ".* or duetime.listener.*.");
    }
  }

  // A codec and a handler of the same payload belong together.
  @SuppressWarnings("unchecked")
  private Worker start(QueueHandler handler) {
    HandlerSettings settings = properties.apply(handler.queue(), handler.settings());
    JobQueue<Object> queue =
        duetime.queue(handler.queue(), (io.duetime.Codec<Object>) handler.codec());
    configure(queue, settings);
    if (handler.ticks() != null) {
      define(queue, handler.ticks());
    }
    Worker worker =
        queue
            .worker((io.duetime.Handler<Object>) handler.handler())
            .with(builder -> customized(handler.queue(), settings, builder))
            .start();
    LOG.info("{} handles the jobs of queue {}", handler.origin(), handler.queue());
    return worker;
  }

  private WorkerSettings.Builder customized(
      String queue, HandlerSettings settings, WorkerSettings.Builder builder) {
    settings.applyTo(builder);
    customizers.forEach(customizer -> customizer.customize(queue, builder));
    return builder;
  }

  private static boolean configure(JobQueue<?> queue, HandlerSettings settings) {
    QueueSettings now = queue.admin().settings();
    boolean isChange = !settings.appliedTo(now).equals(now);
    if (isChange) {
      queue.admin().configure(builder -> settings.appliedTo(builder.build()).toBuilder());
    }
    return isChange;
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
