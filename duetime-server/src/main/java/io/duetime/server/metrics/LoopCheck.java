package io.duetime.server.metrics;

import io.duetime.Counts;
import io.duetime.QueueSettings;
import io.duetime.TimeSource;
import io.duetime.async.Stages;
import io.duetime.engine.Engine;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * Finds queues whose claim loop does not run: due jobs wait and callers of this server wait for
 * them, but no claim has been answered for {@link #LIMIT}. Also remembers when maintenance last
 * ran. Thread safe.
 */
final class LoopCheck {
  /** Shorter than a call to the store may take, after which its callers are answered. */
  static final Duration LIMIT = Duration.ofSeconds(20);

  /** The most queues that one check looks at. */
  private static final int MOST = 100;

  private final Engine engine;
  private final TimeSource time;

  /** By queue, only for queues that {@link #suspects} has found to be waited for. */
  private final Map<String, Seen> seen = new ConcurrentHashMap<>();

  private volatile long maintainedNanos;
  private volatile Supplier<? extends Collection<String>> waitedFor = List::of;

  LoopCheck(Engine engine, TimeSource time) {
    this.engine = engine;
    this.time = time;
    this.maintainedNanos = time.nanoTime();
  }

  /** When the loop of a queue last had an answer, and when callers were last seen to wait. */
  private record Seen(long answeredNanos, long waitedForNanos) {}

  void waitedFor(Supplier<? extends Collection<String>> queues) {
    waitedFor = queues;
  }

  /** A loop has claimed, or it waits for the one of another process. */
  void claimed(String queue) {
    // Only replaced here, so that queues without waiting callers are not remembered.
    seen.computeIfPresent(
        queue, (same, before) -> new Seen(time.nanoTime(), before.waitedForNanos));
  }

  void maintained() {
    maintainedNanos = time.nanoTime();
  }

  /** How long ago the last maintenance step ended. */
  Duration sinceMaintenance() {
    return since(maintainedNanos);
  }

  /** Answers the queues whose loop does not run. */
  CompletionStage<List<String>> stalled() {
    return Stages.each(suspects(), this::nameIfStalled)
        .thenApply(names -> names.stream().filter(name -> !name.isEmpty()).toList());
  }

  /**
   * Those of the queues with waiting callers whose loop has had no answer. A queue counts from the
   * first time it is found here; callers that come back within the limit have waited all the time.
   */
  private List<String> suspects() {
    long now = time.nanoTime();
    waitedFor
        .get()
        .forEach(queue ->
            seen.compute(
                queue,
                (same, before) -> new Seen(before == null ? now : before.answeredNanos, now)));
    seen.values().removeIf(one -> isOld(one.waitedForNanos));
    return seen.entrySet().stream()
        .filter(one -> isOld(one.getValue().answeredNanos))
        .map(Map.Entry::getKey)
        .limit(MOST)
        .toList();
  }

  private boolean isOld(long nanos) {
    return since(nanos).compareTo(LIMIT) > 0;
  }

  private Duration since(long nanos) {
    return Duration.ofNanos(time.nanoTime() - nanos);
  }

  private CompletionStage<String> nameIfStalled(String queue) {
    return engine
        .nowMillis()
        .thenCompose(now ->
            engine
                .counts(queue)
                .thenCombine(
                    engine.settings(queue),
                    (counts, settings) -> mustRun(counts, settings, now) ? queue : ""));
  }

  private static boolean mustRun(Counts counts, QueueSettings settings, long now) {
    boolean isFull = settings.maxRunning() > 0 && counts.now().running() >= settings.maxRunning();
    Instant oldest = counts.oldestReady();
    return oldest != null
        && oldest.toEpochMilli() <= now - LIMIT.toMillis()
        && !settings.isPausedAt(now)
        && !isFull
        && !settings.rate().map(LoopCheck::isSlow).orElse(false);
  }

  /** Whether its permits are further apart than claims need to be, which wait for them. */
  private static boolean isSlow(QueueSettings.Rate rate) {
    return rate.per().dividedBy(rate.permits()).compareTo(LIMIT) > 0;
  }
}
