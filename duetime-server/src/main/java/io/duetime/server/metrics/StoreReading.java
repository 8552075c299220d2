package io.duetime.server.metrics;

import io.duetime.engine.Engine;
import io.duetime.internal.async.Stages;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/**
 * What a store tells at one scrape.
 *
 * @param nowMillis the store's clock
 * @param queues how many queues there are
 * @param shown the queues with series of their own, and the sum of the others
 */
record StoreReading(long nowMillis, int queues, List<QueueReading> shown) {
  /** Reads the counts of all queues, and whether those are paused of which it is shown. */
  static CompletionStage<StoreReading> of(Engine engine, QueueChoice choice) {
    return engine
        .queues()
        .thenCompose(names -> Stages.each(names, name -> reading(engine, name)))
        .thenCompose(
            all -> engine.nowMillis().thenCompose(now -> withPauses(engine, all, choice, now)));
  }

  /** The names of the queues with series of their own. */
  List<String> names() {
    return shown.stream()
        .map(QueueReading::queue)
        .filter(queue -> !queue.equals(QueueChoice.OTHER))
        .toList();
  }

  private static CompletionStage<QueueReading> reading(Engine engine, String queue) {
    return engine.counts(queue).thenApply(counts -> QueueReading.of(queue, counts));
  }

  private static CompletionStage<StoreReading> withPauses(
      Engine engine, List<QueueReading> all, QueueChoice choice, long now) {
    Set<String> named = choice.names(all);
    return Stages.each(
            all,
            one ->
                named.contains(one.queue()) || one.hasOverdue()
                    ? withPause(engine, one, now)
                    : Stages.done(one))
        .thenApply(read -> new StoreReading(now, all.size(), choice.among(read)));
  }

  private static CompletionStage<QueueReading> withPause(
      Engine engine, QueueReading reading, long now) {
    return engine
        .settings(reading.queue())
        .thenApply(settings -> reading.paused(settings.isPausedAt(now)));
  }
}
