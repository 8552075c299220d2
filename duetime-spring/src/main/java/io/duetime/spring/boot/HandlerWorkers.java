package io.duetime.spring.boot;

import io.duetime.Codec;
import io.duetime.Duetime;
import io.duetime.Handler;
import io.duetime.InvalidRequestException;
import io.duetime.JobQueue;
import io.duetime.QueueSettings;
import io.duetime.RecurringJobs;
import io.duetime.RecurringRequest;
import io.duetime.Worker;
import io.duetime.WorkerSettings;
import io.duetime.spring.DuetimeHandlers;
import io.duetime.spring.MisconfiguredException;
import io.duetime.spring.PayloadCodecs;
import io.duetime.spring.WorkerCustomizer;
import io.duetime.spring.boot.HandlerFinder.QueueHandler;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.event.ContextRefreshedEvent;

/**
 * Starts a worker for each handler when the application is ready, and stops them first when it
 * stops: before the web server, so that requests still schedule while handlers end.
 */
final class HandlerWorkers
    implements DuetimeHandlers,
        SmartLifecycle,
        SmartInitializingSingleton,
        ApplicationListener<ApplicationEvent> {
  /** Above the phases in which Spring Boot stops a web server. */
  static final int PHASE = DEFAULT_PHASE - 512;

  private static final Logger LOG = LoggerFactory.getLogger(HandlerWorkers.class);

  /** The bean that a context has which Spring Boot runs, and which therefore becomes ready. */
  private static final String APPLICATION = "springApplicationArguments";

  private final ConfigurableListableBeanFactory beans;
  private final Duetime duetime;
  private final PayloadCodecs codecs;
  private final DuetimeProperties properties;
  private final List<WorkerCustomizer> customizers;

  /** Whose definitions are removed that no method has; null if none are. */
  private final @Nullable String owner;

  private final Map<String, Worker> workers = new ConcurrentHashMap<>();
  private Map<String, QueueHandler> handlers = Map.of();
  private volatile boolean isRunning;

  HandlerWorkers(
      ConfigurableListableBeanFactory beans,
      Duetime duetime,
      PayloadCodecs codecs,
      DuetimeProperties properties,
      List<WorkerCustomizer> customizers) {
    this.beans = beans;
    this.duetime = duetime;
    this.codecs = codecs;
    this.properties = properties;
    this.customizers = List.copyOf(customizers);
    this.owner = properties.recurring().removeUnlisted() ? application(beans) : null;
  }

  private static String application(ConfigurableListableBeanFactory beans) {
    String name = beans.resolveEmbeddedValue("${spring.application.name:}");
    if (name == null || name.isBlank()) {
      throw new MisconfiguredException(
          "duetime.recurring.remove-unlisted is on, and the application has no name.",
          "Set spring.application.name: only definitions that this application has put are removed.");
    }
    return name;
  }

  @Override
  public void afterSingletonsInstantiated() {
    handlers = new HandlerFinder(beans, codecs).find();
    Set<String> unhandled = new TreeSet<>(properties.queues().keySet());
    unhandled.removeAll(handlers.keySet());
    unhandled.forEach(queue ->
        LOG.warn(
            "duetime.queues.{} has no effect: no handler of this application has that queue",
            queue));
    // Before anything schedules, as a job keeps the retry policy that its queue had then.
    startedFirst().forEach(handler -> refusing(handler, () -> configured(handler)));
  }

  private List<QueueHandler> startedFirst() {
    return handlers.values().stream()
        .filter(handler -> !Boolean.FALSE.equals(settings(handler).autoStartup()))
        .toList();
  }

  private DuetimeProperties.Queue settings(QueueHandler handler) {
    return properties.settings(handler.queue(), handler.settings());
  }

  /** Returns where the handler of a queue is, or null if it has none. */
  public @Nullable String origin(String queue) {
    QueueHandler handler = handlers.get(queue);
    return handler == null ? null : handler.origin();
  }

  @Override
  public void onApplicationEvent(ApplicationEvent event) {
    if (event instanceof ContextRefreshedEvent refreshed) {
      refuseHandlersOf(refreshed.getApplicationContext());
    } else if (event instanceof ApplicationReadyEvent ready
        // Not by a child context, which has its own.
        && beans.equals(ready.getApplicationContext().getBeanFactory())) {
      start();
    }
  }

  /** Refuses handlers in a child context that has no workers of its own: they would never run. */
  private void refuseHandlersOf(ApplicationContext refreshed) {
    if (!(refreshed instanceof ConfigurableApplicationContext context)
        || beans.equals(context.getBeanFactory())
        || context.getBeanFactory().getBeanNamesForType(HandlerWorkers.class).length > 0) {
      return;
    }
    new HandlerFinder(context.getBeanFactory(), codecs)
        .find().values().stream()
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
    // Otherwise behind the runners of the application, which may fill what the handlers need.
    return !(properties.listener().afterRunners() && beans.containsSingleton(APPLICATION));
  }

  @Override
  public synchronized void start() {
    if (isRunning) {
      return;
    }
    isRunning = true;
    try {
      startedFirst().forEach(handler -> start(handler.queue()));
      if (owner != null) {
        removeUnlisted(owner);
      }
    } catch (RuntimeException refused) {
      stop();
      throw refused;
    }
  }

  // A definition of a method has the name of its queue.
  private void removeUnlisted(String application) {
    for (String name : duetime.queues()) {
      QueueHandler handler = handlers.get(name);
      if (handler == null || handler.ticks() == null) {
        RecurringJobs<byte[]> recurring = duetime.queue(name, Codec.bytes()).recurring();
        recurring
            .find(name)
            .filter(known -> application.equals(known.owner()))
            .flatMap(known -> recurring.remove(name))
            .ifPresent(removed ->
                LOG.info(
                    "Removed the recurring job {}: {} has put it, and no method has it any more",
                    name,
                    application));
      }
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
      workers.put(queue, refusing(handler, () -> started(handler)));
    }
  }

  @Override
  public void stop(String queue) {
    Worker stopped = workers.remove(handler(queue).queue());
    if (stopped != null) {
      stopped.close();
    }
  }

  /** Returns the jobs whose handlers were abandoned and have not ended, by queue. */
  Map<String, List<String>> abandoned() {
    Map<String, List<String>> abandoned = new TreeMap<>();
    workers.forEach((queue, worker) -> {
      List<String> ids = worker.abandoned();
      if (!ids.isEmpty()) {
        abandoned.put(queue, ids);
      }
    });
    return abandoned;
  }

  /** Returns the queues whose worker claims no more, because abandoned handlers fill it. */
  List<String> stuck() {
    return workers.entrySet().stream()
        .filter(worker -> worker.getValue().isStuck())
        .map(Map.Entry::getKey)
        .sorted()
        .toList();
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
          "%s, handler of queue %s: %s."
              .formatted(handler.origin(), handler.queue(), invalid.getMessage()),
          "Correct the value in its annotation, or in the properties duetime.queues.%s.* or"
                  .formatted(handler.queue())
              + " duetime.listener.*.");
    }
  }

  // A codec and a handler of the same payload belong together.
  @SuppressWarnings("unchecked")
  private Worker started(QueueHandler handler) {
    JobQueue<Object> queue = (JobQueue<Object>) configured(handler);
    if (handler.ticks() != null) {
      RecurringRequest.Builder<Object> ticks =
          RecurringRequest.<Object>builder(queue.name(), handler.ticks().schedule(), new byte[0])
              .rules(handler.ticks().rules());
      queue.recurring().put((owner == null ? ticks : ticks.owner(owner)).build());
    }
    Worker worker =
        queue
            .worker((Handler<Object>) handler.handler())
            .with(builder -> customized(handler, builder))
            .start();
    LOG.info("{} handles the jobs of queue {}", handler.origin(), handler.queue());
    return worker;
  }

  private WorkerSettings.Builder customized(QueueHandler handler, WorkerSettings.Builder builder) {
    settings(handler).applyTo(builder);
    customizers.forEach(customizer -> customizer.customize(handler.queue(), builder));
    return builder;
  }

  /** Returns the queue of a handler, with the settings that are said for it. */
  private JobQueue<?> configured(QueueHandler handler) {
    JobQueue<?> queue = duetime.queue(handler.queue(), handler.codec());
    DuetimeProperties.Queue settings = settings(handler);
    QueueSettings now = queue.admin().settings();
    if (!settings.appliedTo(now).equals(now)) {
      queue.admin().configure(builder -> settings.appliedTo(builder.build()).toBuilder());
    }
    return queue;
  }
}
