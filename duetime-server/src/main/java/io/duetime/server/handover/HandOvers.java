package io.duetime.server.handover;

import io.duetime.Duetime;
import io.duetime.DuetimeException;
import io.duetime.HandOverRoute;
import io.duetime.async.Stages;
import io.duetime.engine.Engine;
import io.duetime.handover.CircuitBreaker;
import io.duetime.handover.HandOver;
import io.duetime.handover.HandOverPlan;
import io.duetime.handover.Target;
import io.duetime.server.metrics.HandOverMeters;
import io.duetime.server.metrics.HandOverMeters.TargetMeters;
import io.duetime.time.Threads;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hands over every queue whose settings say so. One thread compares the settings of all queues with
 * what runs, after each change through this server and every few seconds, which finds changes
 * through others. Thread safe.
 */
public class HandOvers implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(HandOvers.class);
  private static final Duration PACE = Duration.ofSeconds(5);
  private static final int QUEUES_PER_SECOND = 200;
  private static final Duration ANSWER_LIMIT = Duration.ofSeconds(30);

  private final Engine engine;
  private final Supplier<? extends Duetime> duetime;
  private final TargetStore store;
  private final Duration closeLimit;
  private final HandOverMeters meters;
  private final Semaphore wish = new Semaphore(0);
  private final ExecutorService checks = Threads.elastic("duetime-targets");
  private final TargetChecker checker;
  private volatile @Nullable Thread thread;
  private volatile boolean closing;

  // Changed by the thread alone; guarded by this.
  private final Map<String, Running> running = new TreeMap<>();
  private final Map<String, Stopping> stopping = new HashMap<>();
  private final Map<String, OpenTarget> targets = new HashMap<>();
  private final Map<String, Problem> problems = new TreeMap<>();

  /**
   * What one server knows about a target.
   *
   * @param breaker the state of its breaker; null if no queue of this server uses it
   * @param inFlight the messages that wait for their confirm, by queue
   * @param problems why queues are not handed over, by queue
   */
  public record TargetStatus(
      CircuitBreaker.@Nullable Status breaker,
      Map<String, Integer> inFlight,
      Map<String, String> problems) {}

  /** A queue that is handed over. */
  private record Running(HandOverRoute route, OpenTarget target, HandOver handOver) {
    boolean isTo(String name) {
      return route.target().equals(name);
    }

    boolean isRefused() {
      return handOver.destination().failingSince().isPresent();
    }
  }

  /** A target with its series, and the breaker that all its queues share. */
  private record OpenTarget(
      TargetDefinition definition, Target target, CircuitBreaker breaker, TargetMeters meters) {
    boolean is(@Nullable TargetDefinition other) {
      return definition.equals(other);
    }

    void close() {
      try {
        target.close();
      } catch (RuntimeException failure) {
        LOG.warn("The target {} cannot be closed", definition.name(), failure);
      } finally {
        meters.close();
      }
    }
  }

  /** A queue whose last messages wait for their confirms. */
  private record Stopping(OpenTarget target, CompletableFuture<Void> end) {}

  /** Why a queue is not handed over. */
  private record Problem(String target, String text) {}

  /**
   * Hands over nothing yet.
   *
   * @param store the targets
   * @param duetime the library over the engine
   * @param closeLimit how long closing waits for confirms
   * @param meters where targets and queues are measured
   */
  public HandOvers(
      Engine engine,
      TargetStore store,
      Supplier<? extends Duetime> duetime,
      Duration closeLimit,
      HandOverMeters meters) {
    this.engine = engine;
    this.duetime = duetime;
    this.store = store;
    this.checker = new TargetChecker(store, checks);
    this.closeLimit = closeLimit;
    this.meters = meters;
    meters.failedQueues(this::failedQueues);
  }

  /** Starts to hand over. */
  public void start() {
    Thread started = Threads.daemons("duetime-hand-over").newThread(this::run);
    thread = started;
    started.start();
  }

  /** Reads the file of targets again, and applies it; fails if it is wrong. */
  public void readAgain() {
    store.readFile();
    lookSoon();
  }

  public TargetStore store() {
    return store;
  }

  /** Looks at once, because this server has changed settings or targets. */
  public void lookSoon() {
    wish.release();
  }

  /** Checks targets and routes before they are stored. */
  public TargetChecker checker() {
    return checker;
  }

  /** Where a queue is handed over to. */
  public CompletionStage<Optional<HandOverRoute>> route(String queue) {
    return engine.settings(queue).thenApply(settings -> settings.handOver());
  }

  /** The queues whose settings name a target. */
  public CompletionStage<List<String>> queuesOf(String target) {
    return engine
        .queues()
        .thenCompose(this::routes)
        .thenApply(routes ->
            routes.entrySet().stream()
                .filter(route -> route.getValue().target().equals(target))
                .map(Map.Entry::getKey)
                .toList());
  }

  /** The routes of those of the queues that are to be handed over. */
  private CompletionStage<Map<String, HandOverRoute>> routes(List<String> queues) {
    return Stages.each(queues, engine::settings)
        .thenApply(settings -> {
          Map<String, HandOverRoute> routes = new TreeMap<>();
          for (int i = 0; i < queues.size(); i++) {
            String queue = queues.get(i);
            settings.get(i).handOver().ifPresent(route -> routes.put(queue, route));
          }
          return routes;
        });
  }

  /** What this server knows about a target. */
  public synchronized TargetStatus status(String target) {
    Map<String, Integer> inFlight = new TreeMap<>();
    Map<String, String> wrong = new TreeMap<>();
    problems.forEach((queue, problem) -> {
      if (problem.target.equals(target)) {
        wrong.put(queue, problem.text);
      }
    });
    running.forEach((queue, one) -> {
      if (one.isTo(target)) {
        inFlight.put(queue, one.handOver.inFlight());
        if (one.isRefused()) {
          wrong.put(queue, one.handOver.destination().lastFailure().orElse("refused"));
        }
      }
    });
    OpenTarget open = targets.get(target);
    return new TargetStatus(open == null ? null : open.breaker.status(), inFlight, wrong);
  }

  /** Why the jobs of a queue are not handed over now, as far as this server knows. */
  public synchronized Optional<TargetProblem> trouble(String queue) {
    Problem problem = problems.get(queue);
    if (problem != null) {
      return Optional.of(TargetProblem.ofSettings(problem.target));
    }
    return Optional.ofNullable(running.get(queue))
        .flatMap(one -> {
          String target = one.route.target();
          return TargetProblem.of(target, false, one.target.breaker.status())
              .or(() -> TargetProblem.of(target, true, one.handOver.destination()));
        });
  }

  /** The troubles of all queues. */
  public synchronized Map<String, TargetProblem> troubles() {
    Map<String, TargetProblem> all = new TreeMap<>();
    Stream.of(problems, running)
        .flatMap(queues -> queues.keySet().stream())
        .forEach(queue -> trouble(queue).ifPresent(trouble -> all.put(queue, trouble)));
    return all;
  }

  /** Ends the pause of a target at this server, so that a single job is sent to it. */
  public void probe(String target) {
    List<Running> some;
    synchronized (this) {
      some = running.values().stream().filter(one -> one.isTo(target)).toList();
    }
    some.forEach(one -> one.handOver.probe());
  }

  private synchronized int failedQueues() {
    return problems.size() + (int) running.values().stream().filter(Running::isRefused).count();
  }

  private void run() {
    Duration pause = Duration.ZERO;
    while (!closing) {
      try {
        if (wish.tryAcquire(pause.toMillis(), TimeUnit.MILLISECONDS)) {
          wish.drainPermits();
        }
        if (!closing) {
          pause = look();
        }
      } catch (InterruptedException ended) {
        return;
      } catch (TimeoutException | ExecutionException | RuntimeException failure) {
        LOG.warn("Changes of hand-overs cannot be read at the moment: {}", String.valueOf(failure));
        pause = PACE;
      }
    }
  }

  private Duration look() throws InterruptedException, ExecutionException, TimeoutException {
    Map<String, TargetDefinition> definitions = new HashMap<>();
    answer(store.all()).forEach(target -> definitions.put(target.name(), target));
    List<String> queues = answer(engine.queues());
    Map<String, HandOverRoute> wanted = answer(routes(queues));
    apply(wanted, definitions);
    return Duration.ofMillis(Math.max(PACE.toMillis(), 1_000L * queues.size() / QUEUES_PER_SECOND));
  }

  private static <T> T answer(CompletionStage<T> stage)
      throws InterruptedException, ExecutionException, TimeoutException {
    return stage.toCompletableFuture().get(ANSWER_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
  }

  private void apply(Map<String, HandOverRoute> wanted, Map<String, TargetDefinition> definitions) {
    stopping.values().removeIf(queue -> queue.end.isDone());
    for (Map.Entry<String, Running> one : List.copyOf(running.entrySet())) {
      Running now = one.getValue();
      if (!now.route.equals(wanted.get(one.getKey()))
          || !now.target.is(definitions.get(now.route.target()))) {
        stop(one.getKey(), now);
      }
    }
    closeUnused(wanted, definitions);
    synchronized (this) {
      problems.keySet().retainAll(wanted.keySet());
    }
    wanted.forEach((queue, now) -> {
      TargetDefinition definition = definitions.get(now.target());
      OpenTarget open = targets.get(now.target());
      // A queue, and a target that has changed, first waits for the messages that went the old way.
      boolean isFree = !running.containsKey(queue) && !stopping.containsKey(queue);
      if (isFree && !closing && (open == null || open.is(definition))) {
        start(queue, now, definition);
      }
    });
  }

  // Not on this thread, which would not look after the other queues until the last confirm.
  private void stop(String queue, Running one) {
    synchronized (this) {
      running.remove(queue);
    }
    CompletableFuture<Void> end = CompletableFuture.runAsync(one.handOver::close, checks);
    stopping.put(queue, new Stopping(one.target, end));
    Stages.whenDone(
        end,
        (done, failure) -> {
          LOG.info("The hand-over of {} to {} has stopped", queue, one.route.target());
          lookSoon();
        });
  }

  private void closeUnused(
      Map<String, HandOverRoute> wanted, Map<String, TargetDefinition> definitions) {
    for (OpenTarget open : List.copyOf(targets.values())) {
      String name = open.definition.name();
      boolean isUsed = wanted.values().stream().anyMatch(one -> one.target().equals(name));
      boolean isCurrent = isUsed && open.is(definitions.get(name));
      if (!isCurrent && stopping.values().stream().noneMatch(one -> one.target.equals(open))) {
        synchronized (this) {
          targets.remove(name);
        }
        open.close();
      }
    }
  }

  private void start(String queue, HandOverRoute route, @Nullable TargetDefinition definition) {
    try {
      if (definition == null) {
        throw TargetChecker.unknown(route.target());
      }
      OpenTarget target = open(definition);
      HandOver handOver =
          HandOverPlan.of(definition.route(route))
              .start(duetime.get(), queue, target.target, target.breaker, closeLimit);
      synchronized (this) {
        running.put(queue, new Running(route, target, handOver));
        problems.remove(queue);
      }
      LOG.info("Jobs of {} are handed over to {}", queue, route);
    } catch (DuetimeException wrong) {
      problem(queue, new Problem(route.target(), String.valueOf(wrong.getMessage())));
    } catch (RuntimeException | LinkageError unknown) {
      // The provider of the type may throw anything; the other queues go on.
      problem(queue, new Problem(route.target(), unknown.toString()));
    }
  }

  private OpenTarget open(TargetDefinition definition) {
    OpenTarget open = targets.get(definition.name());
    if (open == null) {
      Target target = store.open(definition);
      CircuitBreaker breaker = CircuitBreaker.of(definition.name());
      TargetMeters series = meters.open(definition.name(), breaker);
      open = new OpenTarget(definition, series.measure(target), breaker, series);
      synchronized (this) {
        targets.put(definition.name(), open);
      }
    }
    return open;
  }

  private void problem(String queue, Problem problem) {
    Problem old;
    synchronized (this) {
      old = problems.put(queue, problem);
    }
    if (!problem.equals(old)) {
      LOG.error("Jobs of {} are not handed over: {}", queue, problem.text);
    }
  }

  /** Stops all hand-overs, each after its last confirm or the close limit, and closes targets. */
  @Override
  public void close() {
    closing = true;
    wish.release();
    try {
      Thread started = thread;
      if (started != null) {
        started.join();
      }
      List.copyOf(running.entrySet()).forEach(one -> stop(one.getKey(), one.getValue()));
      stopping.values().forEach(one -> one.end.handle((done, failure) -> true).join());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
    synchronized (this) {
      targets.values().forEach(OpenTarget::close);
      targets.clear();
    }
    checks.shutdown();
  }
}
