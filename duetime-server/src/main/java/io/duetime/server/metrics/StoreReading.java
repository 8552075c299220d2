package io.duetime.server.metrics;

import io.duetime.engine.Engine;
import io.duetime.internal.async.Stages;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/**
 * What a store tells at one scrape.
 *
 * @param nowMillis the store's clock
 * @param queues how many queues there are
 * @param shown the queues with series of their own, and the sum of the others
 * @param paused those of them that are paused
 */
record StoreReading(long nowMillis, int queues, List<QueueReading> shown, Set<String> paused) {
  /** Reads the counts of all queues, and whether the chosen ones are paused. */
  static CompletionStage<StoreReading> of(Engine engine, QueueChoice choice) {
    return engine
        .queues()
        .thenCompose(names -> Stages.each(names, name -> reading(engine, name)))
        .thenCombine(
            engine.nowMillis(),
            (all, now) -> new StoreReading(now, all.size(), choice.among(all), Set.of()))
        .thenCompose(reading -> reading.withPauses(engine));
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

  private CompletionStage<StoreReading> withPauses(Engine engine) {
    List<String> names = names();
    return Stages.each(
            names,
            queue -> engine.settings(queue).thenApply(settings -> settings.isPausedAt(nowMillis)))
        .thenApply(pauses -> {
          Set<String> found = new HashSet<>();
          for (int i = 0; i < names.size(); i++) {
            if (pauses.get(i)) {
              found.add(names.get(i));
            }
          }
          return new StoreReading(nowMillis, queues, shown, found);
        });
  }
}
