package io.duetime.runtime.dataloss;

import io.duetime.TimeSource;
import io.duetime.async.Stages;
import io.duetime.engine.Engine;
import io.duetime.engine.Incarnation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks in rotation whether a store still has the data of the queues that this process remembers,
 * and puts back what it has lost: settings first, since limits protect others. Thread safe.
 */
final class LossRepairer {
  private static final Logger LOG = LoggerFactory.getLogger("io.duetime.loss");
  private static final int QUEUES_PER_CHECK = 50;
  private static final int MOST_NAMED = 10;
  private static final long PAUSE_NANOS = Duration.ofSeconds(1).toNanos();

  private final Engine engine;
  private final ConcurrentMap<String, RememberedQueue> queues;
  private final TimeSource time;
  private final Consumer<String> whenLost;
  private final AtomicBoolean underWay = new AtomicBoolean();

  /** Queues that could not be repaired, which is logged once. */
  private final Set<String> failing = ConcurrentHashMap.newKeySet();

  // Touched by one check at a time.
  private long checkedNanos;
  private List<String> rotation = List.of();

  LossRepairer(
      Engine engine,
      ConcurrentMap<String, RememberedQueue> queues,
      TimeSource time,
      Consumer<String> whenLost) {
    this.engine = engine;
    this.queues = queues;
    this.time = time;
    this.whenLost = whenLost;
    this.checkedNanos = time.nanoTime() - PAUSE_NANOS;
  }

  /** Asks which data the store has of a queue. Never fails. */
  CompletionStage<Boolean> learn(RememberedQueue one) {
    return Stages.call(() -> engine.incarnation(one.name()))
        .thenApply(now -> {
          one.learn(now.number());
          return true;
        })
        .exceptionally(notAnswered -> false);
  }

  /** Checks the next queues, unless that was done a moment ago or is under way. Never fails. */
  void check() {
    if (queues.isEmpty() || !underWay.compareAndSet(false, true)) {
      return;
    }
    if (time.nanoTime() - checkedNanos < PAUSE_NANOS) {
      underWay.set(false);
      return;
    }
    checkedNanos = time.nanoTime();
    Stages.onCompletion(
        Stages.call(() -> checkAll(next())),
        (done, failure) -> {
          underWay.set(false);
          if (failure != null) {
            LOG.debug("Could not check whether the store has lost data", failure);
          }
        });
  }

  private List<RememberedQueue> next() {
    if (rotation.isEmpty()) {
      rotation = List.copyOf(queues.keySet());
    }
    int count = Math.min(QUEUES_PER_CHECK, rotation.size());
    List<RememberedQueue> next = known(rotation.subList(0, count));
    rotation = rotation.subList(count, rotation.size());
    return next;
  }

  private List<RememberedQueue> known(List<String> names) {
    return names.stream().flatMap(name -> Optional.ofNullable(queues.get(name)).stream()).toList();
  }

  /** Where one queue has lost its data, others may have: all are checked before it is logged. */
  private CompletionStage<List<Boolean>> checkAll(List<RememberedQueue> some) {
    return lostAmong(some)
        .thenCompose(lost ->
            lost.isEmpty()
                ? Stages.done(List.of())
                : lostAmong(List.copyOf(queues.values())).thenCompose(this::repair));
  }

  private CompletionStage<List<RememberedQueue>> lostAmong(List<RememberedQueue> some) {
    return Stages.each(some, one -> hasLost(one).exceptionally(notAnswered -> false))
        .thenApply(lost -> {
          List<RememberedQueue> found = new ArrayList<>();
          for (int i = 0; i < some.size(); i++) {
            if (lost.get(i)) {
              found.add(some.get(i));
            }
          }
          return found;
        });
  }

  private CompletionStage<Boolean> hasLost(RememberedQueue one) {
    long changes = one.changes();
    return engine
        .incarnation(one.name())
        .thenCompose(now -> {
          if (now.hasLost(one.incarnation())) {
            return Stages.done(true);
          }
          if (!now.exists()) {
            forget(one, changes);
            return Stages.done(false);
          }
          one.learn(now.number());
          return one.hasOtherSettings(now) ? refresh(one) : Stages.done(false);
        });
  }

  /** A queue that was deleted is not put back, unless this process has used it since. */
  private void forget(RememberedQueue one, long changes) {
    queues.computeIfPresent(
        one.name(), (name, known) -> known == one && one.changes() == changes ? null : known);
  }

  private CompletionStage<Boolean> refresh(RememberedQueue one) {
    return engine
        .settings(one.name())
        .thenApply(settings -> {
          one.replace(settings);
          return false;
        });
  }

  private CompletionStage<List<Boolean>> repair(List<RememberedQueue> lost) {
    return Stages.each(lost, this::note)
        .thenCompose(noted -> {
          List<Noted> all = noted.stream().flatMap(Optional::stream).toList();
          report(all);
          return Stages.each(all, one -> putSettings(one.queue()))
              .thenCompose(done -> Stages.each(all, one -> putDefinitions(one.queue())));
        });
  }

  /** A queue whose loss is counted in the store; whether this process was the first to do so. */
  private record Noted(RememberedQueue queue, boolean isFirst) {}

  private CompletionStage<Optional<Noted>> note(RememberedQueue one) {
    return engine
        .noteLoss(one.name(), one.incarnation())
        .thenApply(isFirst -> Optional.of(new Noted(one, isFirst)))
        .exceptionally(failure -> {
          failed(one, failure);
          return Optional.empty();
        });
  }

  private void report(List<Noted> lost) {
    List<String> first = names(lost.stream().filter(Noted::isFirst));
    List<String> known =
        names(lost.stream().filter(one -> !one.isFirst() && !failing.contains(one.queue.name())));
    if (!first.isEmpty()) {
      LOG.error(
          "The store has lost its data of {}: the jobs are gone; settings and recurring jobs are"
              + " put again",
          named(first));
      first.forEach(whenLost);
    }
    if (!known.isEmpty()) {
      LOG.info(
          "Puts settings and recurring jobs again of {}, whose data the store has lost",
          named(known));
    }
  }

  private static List<String> names(Stream<Noted> lost) {
    return lost.map(one -> one.queue.name()).sorted().toList();
  }

  private static String named(List<String> names) {
    String some = names.stream().limit(MOST_NAMED).collect(Collectors.joining(", "));
    String more = names.size() > MOST_NAMED ? " and " + (names.size() - MOST_NAMED) + " more" : "";
    return (names.size() == 1 ? "queue " : "queues ") + some + more;
  }

  private CompletionStage<Boolean> putSettings(RememberedQueue one) {
    return one.settings()
        .map(settings ->
            engine
                .configure(one.name(), settings)
                .thenApply(answer -> {
                  one.replace(answer.settings());
                  return true;
                })
                .exceptionally(failure -> failed(one, failure)))
        .orElseGet(() -> Stages.done(true));
  }

  /** Puts what the queue has not; the next check repeats what failed. */
  private CompletionStage<Boolean> putDefinitions(RememberedQueue one) {
    return Stages.inTurn(one.definitions(), change -> engine.putRecurring(one.name(), change))
        .thenCompose(put -> engine.incarnation(one.name()))
        .thenApply(now -> repaired(one, now))
        .exceptionally(failure -> failed(one, failure));
  }

  private boolean repaired(RememberedQueue one, Incarnation now) {
    if (one.hasOtherSettings(now)) {
      return false;
    }
    one.learn(now.number());
    failing.remove(one.name());
    return true;
  }

  private boolean failed(RememberedQueue one, Throwable failure) {
    if (failing.add(one.name())) {
      LOG.warn(
          "Could not put again the settings and recurring jobs of queue {}; it is repeated: {}",
          one.name(),
          Stages.cause(failure).getMessage());
    }
    return false;
  }
}
