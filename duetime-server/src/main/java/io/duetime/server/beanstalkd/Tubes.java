package io.duetime.server.beanstalkd;

import io.duetime.engine.Engine;
import io.duetime.internal.async.Stages;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;

/** The tubes that connections refer to, and the queues of the store. */
final class Tubes {
  static final String DEFAULT = "default";

  private final Engine engine;
  private final Loop loop;
  private final Map<String, Tube> byName = new HashMap<>();
  private final Map<String, CompletableFuture<Long>> reservations = new HashMap<>();

  Tubes(Engine engine, Loop loop) {
    this.engine = engine;
    this.loop = loop;
    of(DEFAULT);
  }

  /** Returns a tube, which is created if this server does not know it. */
  Tube of(String name) {
    return byName.computeIfAbsent(name, Tube::new);
  }

  /** Forgets a tube that no connection refers to and that has no numbers left. */
  void drop(Tube tube) {
    if (!tube.isReferenced() && !tube.hasNumbers() && !tube.hasCounts()) {
      byName.remove(tube.name());
    }
  }

  /** The tubes to which no connection has referred for a while, without the default one. */
  List<Tube> unusedFor(Duration retention, long nowNanos) {
    return byName.values().stream()
        .filter(tube -> !tube.name().equals(DEFAULT))
        .filter(tube -> tube.isUnusedFor(retention, nowNanos))
        .toList();
  }

  /** The queue of an unused tube was deleted, or it has to stay and is checked again later. */
  void checked(Tube tube, boolean deleted, long nowNanos) {
    tube.usedUntil(nowNanos);
    if (deleted && !tube.isReferenced()) {
      byName.remove(tube.name(), tube);
    } else {
      drop(tube);
    }
  }

  /** The names of all tubes, ascending: those of the store and those that connections refer to. */
  CompletableFuture<NavigableSet<String>> names() {
    return loop.here(engine.queues())
        .thenApply(stored -> {
          NavigableSet<String> names = new TreeSet<>(stored);
          names.add(DEFAULT);
          byName.values().stream().filter(Tube::isReferenced).map(Tube::name).forEach(names::add);
          return names;
        });
  }

  CompletableFuture<Boolean> exists(String name) {
    Tube tube = byName.get(name);
    if (name.equals(DEFAULT) || (tube != null && tube.isReferenced())) {
      return CompletableFuture.completedFuture(true);
    }
    return names().thenApply(names -> names.contains(name));
  }

  /** Takes the next number for a job of a tube. */
  CompletableFuture<Long> number(Tube tube) {
    if (tube.hasNumbers()) {
      return CompletableFuture.completedFuture(tube.takeNumber());
    }
    return reserve(tube).thenCompose(reserved -> number(tube));
  }

  // Callers that find no number wait for the same block.
  private CompletableFuture<Long> reserve(Tube tube) {
    CompletableFuture<Long> underWay = reservations.get(tube.name());
    if (underWay != null) {
      return underWay;
    }
    int size = tube.blockSize();
    CompletableFuture<Long> reserved =
        loop.here(engine.reserveNumbers(tube.name(), size))
            .thenApply(first -> {
              tube.numbers(first, size);
              return first;
            });
    if (!reserved.isDone()) {
      reservations.put(tube.name(), reserved);
      Stages.onCompletion(reserved, (first, failure) -> reservations.remove(tube.name()));
    }
    return reserved;
  }
}
