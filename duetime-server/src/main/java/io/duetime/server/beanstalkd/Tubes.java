package io.duetime.server.beanstalkd;

import io.duetime.Limits;
import io.duetime.TimeSource.Timer;
import io.duetime.async.Stages;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The tubes that connections refer to, and the queues of the store. Deletes the queue of a tube
 * that connections of this server have used, once no connection has referred to it for a while, if
 * it is empty and was never configured.
 */
final class Tubes {
  static final String DEFAULT = "default";

  private static final Logger LOG = LoggerFactory.getLogger(Tubes.class);

  /** How often unused tubes are checked in a retention. */
  private static final int CHECKS_PER_RETENTION = 4;

  private final Store store;
  private final Map<String, Tube> byName = new HashMap<>();
  private final Duration retention;
  private @Nullable Timer timer;
  private boolean closed;

  /** Deletes unused tubes after a while; never if {@code retention} is zero. */
  Tubes(Store store, Duration retention) {
    this.store = store;
    this.retention = retention;
    of(DEFAULT);
  }

  /** Starts the timer of the next check for unused tubes. */
  void start() {
    if (!closed && !retention.isZero()) {
      Duration pause = retention.dividedBy(CHECKS_PER_RETENTION);
      timer = store.time().after(pause, () -> store.execute(this::check));
    }
  }

  void close() {
    closed = true;
    if (timer != null) {
      timer.cancel();
    }
  }

  private void check() {
    long now = store.time().nanoTime();
    List<Tube> unused =
        byName.values().stream()
            .filter(tube -> !tube.name.equals(DEFAULT) && tube.isUnusedFor(retention, now))
            .toList();
    Stages.onCompletion(
        store.here(Stages.inTurn(unused, this::delete)),
        (deleted, failure) -> {
          if (failure != null) {
            LOG.debug("Could not delete unused tubes; it is repeated", failure);
          }
          start();
        });
  }

  private CompletionStage<Boolean> delete(Tube tube) {
    return store
        .here(store.engine().deleteEmptyQueue(tube.name))
        .thenApply(deleted -> {
          tube.unusedSince = store.time().nanoTime();
          if (deleted && !tube.isReferenced()) {
            byName.remove(tube.name, tube);
          } else {
            drop(tube);
          }
          return deleted;
        });
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

  /** The names of all tubes, ascending: those of the store and those that connections refer to. */
  CompletableFuture<NavigableSet<String>> names() {
    return store
        .here(store.engine().queues())
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
      return CompletableFuture.completedFuture(tube.next++);
    }
    // Callers that find no number wait for the same block.
    if (tube.reserving == null || tube.reserving.isDone()) {
      int size = tube.blockSize();
      tube.reserving =
          store
              .here(store.engine().reserveNumbers(tube.name, size))
              .thenAccept(first -> tube.numbers(first, size));
    }
    return tube.reserving.thenCompose(reserved -> number(tube));
  }

  /** What this server knows of a tube beyond its store: connections and counts since the start. */
  static final class Tube {
    private static final int FIRST_BLOCK = 1_000;

    private final String name;
    int using;
    int watching;
    int waiting;
    long deletes;
    long pauses;

    // Since when no connection has referred to the tube, as far as checks have seen.
    private @Nullable Long unusedSince;

    // Until when the last pause-tube command of this server paused it, and for how many seconds.
    private Instant pausedUntil = Instant.MIN;
    private long pauseSeconds;

    // The numbers from next to end are reserved for jobs that are put here.
    private long first;
    private long next;
    private long end;
    private int blocks;
    private @Nullable CompletableFuture<Void> reserving;

    Tube(String name) {
      this.name = name;
    }

    String name() {
      return name;
    }

    boolean isReferenced() {
      return using > 0 || watching > 0;
    }

    /** Whether no check has found a connection that refers to the tube for a while. */
    boolean isUnusedFor(Duration time, long nowNanos) {
      if (isReferenced()) {
        unusedSince = null;
        return false;
      }
      if (unusedSince == null) {
        unusedSince = nowNanos;
      }
      return nowNanos - unusedSince >= time.toNanos();
    }

    boolean hasCounts() {
      return deletes > 0 || pauses > 0;
    }

    void paused(Instant until, long seconds) {
      pauses++;
      pausedUntil = until;
      pauseSeconds = seconds;
    }

    /** How long a pause with an end was to last; what is left if another one began it. */
    long pauseSeconds(Instant until, long leftSeconds) {
      return until.equals(pausedUntil) ? pauseSeconds : leftSeconds;
    }

    boolean hasNumbers() {
      return next < end;
    }

    /**
     * How many numbers to reserve next; a store keeps every block, so a busy tube takes larger
     * ones.
     */
    int blockSize() {
      return Math.min(FIRST_BLOCK << Math.min(blocks, 10), Limits.MAX_BATCH);
    }

    void numbers(long newFirst, int size) {
      blocks++;
      first = newFirst;
      next = newFirst;
      end = newFirst + size;
    }

    /** Whether a number is in the block that the tube takes its numbers from. */
    boolean owns(long number) {
      return number >= first && number < end;
    }
  }
}
