package io.duetime.server.quota;

import io.duetime.ErrorCode;
import io.duetime.RetryableException;
import io.duetime.TimeSource;
import io.duetime.engine.Engine;
import io.duetime.internal.async.Stages;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Refuses queues beyond {@code maxQueues}. The names of the store's queues are read again after a
 * while, at once for a name that is not among them, but at most every second. Queues that this
 * server has admitted count from then on; each server may admit some that the others do not know of
 * yet. Thread safe.
 */
final class PatternCounter {
  private static final long FRESH_NANOS = Duration.ofSeconds(30).toNanos();
  private static final long PAUSE_NANOS = Duration.ofSeconds(1).toNanos();

  private final Engine engine;
  private final TimeSource time;
  private final Map<String, Long> admitted = new ConcurrentHashMap<>();
  private volatile Set<String> names = Set.of();
  private CompletableFuture<Boolean> reading = // guarded by this
      CompletableFuture.completedFuture(false);
  private long readAtNanos; // guarded by this
  private boolean hasRead; // guarded by this

  PatternCounter(Engine engine, TimeSource time) {
    this.engine = engine;
    this.time = time;
  }

  /** Why a queue may not be created; empty if it exists or is admitted. */
  CompletionStage<Optional<RetryableException>> refusal(String queue, List<QuotaRule> rules) {
    if (rules.isEmpty()) {
      return Stages.done(Optional.empty());
    }
    return fresh(queue).thenApply(read -> judge(queue, rules));
  }

  /** Forgets a queue that was deleted. */
  synchronized void forget(String queue) {
    admitted.remove(queue);
    hasRead = false;
  }

  /** Completes when the names are fresh enough; a queue that is known waits for no reading. */
  private synchronized CompletionStage<Boolean> fresh(String queue) {
    boolean isKnown = isKnown(queue);
    long age = time.nanoTime() - readAtNanos;
    boolean isFresh = hasRead && age < (isKnown ? FRESH_NANOS : PAUSE_NANOS);
    if (reading.isDone() && (!isFresh || reading.isCompletedExceptionally())) {
      boolean wasRead = hasRead;
      hasRead = true;
      readAtNanos = time.nanoTime();
      reading = Stages.call(engine::queues).thenApply(this::read).toCompletableFuture();
      isKnown &= wasRead;
    }
    return isKnown ? Stages.done(true) : reading;
  }

  private boolean isKnown(String queue) {
    return names.contains(queue) || admitted.containsKey(queue);
  }

  private boolean read(List<String> all) {
    long now = time.nanoTime();
    admitted.values().removeIf(at -> now - at > FRESH_NANOS);
    names = Set.copyOf(all);
    return true;
  }

  private synchronized Optional<RetryableException> judge(String queue, List<QuotaRule> rules) {
    if (isKnown(queue)) {
      return Optional.empty();
    }
    Set<String> all = new HashSet<>(names);
    all.addAll(admitted.keySet());
    for (QuotaRule rule : rules) {
      long count = all.stream().filter(rule::matches).count();
      if (!rule.hasRoom(count)) {
        return Optional.of(
            new RetryableException(
                ErrorCode.QUOTA_EXCEEDED,
                "there are %d queues %s, and the server's quota has maxQueues %d"
                    .formatted(count, rule.patterns(), rule.maxQueues())));
      }
    }
    admitted.put(queue, time.nanoTime());
    return Optional.empty();
  }
}
