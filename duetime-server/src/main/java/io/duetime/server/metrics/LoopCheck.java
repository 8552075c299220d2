package io.duetime.server.metrics;

import io.duetime.Counts;
import io.duetime.QueueSettings;
import io.duetime.engine.Engine;
import io.duetime.internal.async.Stages;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * Finds queues whose claim loop does not run: due jobs wait and callers of this server wait for
 * them, but no claim has been answered for {@link #LIMIT}. Thread safe.
 */
final class LoopCheck {
  /** Shorter than a call to the store may take, after which its callers are answered. */
  static final Duration LIMIT = Duration.ofSeconds(20);

  /** The most queues that one check looks at. */
  private static final int MOST = 100;

  private final Engine engine;
  private final ClaimProgress progress;
  private volatile Supplier<? extends Collection<String>> waitedFor = List::of;

  LoopCheck(Engine engine, ClaimProgress progress) {
    this.engine = engine;
    this.progress = progress;
  }

  void waitedFor(Supplier<? extends Collection<String>> queues) {
    waitedFor = queues;
  }

  /** Answers the queues whose loop does not run. */
  CompletionStage<List<String>> stalled() {
    List<String> suspects = progress.behind(waitedFor.get(), LIMIT).stream().limit(MOST).toList();
    return Stages.each(suspects, this::nameIfStalled)
        .thenApply(names -> names.stream().filter(name -> !name.isEmpty()).toList());
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
