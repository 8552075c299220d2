package io.duetime.server.event;

import io.duetime.async.Stages;
import io.duetime.engine.Engine;
import io.duetime.server.handover.TargetProblem;
import io.duetime.server.json.QueueBrief;
import io.duetime.server.metrics.RecentLateness;
import io.duetime.wire.JsonShape;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads queues for lists. Thread safe. */
public final class QueueBriefs {
  /** Consumers are known for a minute after their last call, so they need not be read each time. */
  private static final Duration KEPT = Duration.ofSeconds(5);

  private static final int MAX_KEPT = 20_000;

  private final Engine engine;
  private final RecentLateness lateness;
  private final Function<String, Optional<TargetProblem>> troubles;
  private final Map<String, Consumers> kept = new ConcurrentHashMap<>();

  private record Consumers(int number, long readMillis) {}

  /**
   * Reads the queues of an engine.
   *
   * @param lateness what this server knows about the attempts of a queue
   * @param troubles what it knows about the target of a queue
   */
  public QueueBriefs(
      Engine engine, RecentLateness lateness, Function<String, Optional<TargetProblem>> troubles) {
    this.engine = engine;
    this.lateness = lateness;
    this.troubles = troubles;
  }

  /** Answers these queues, in this order. */
  public CompletionStage<List<QueueBrief>> read(List<String> queues) {
    return engine.nowMillis().thenCompose(now -> Stages.each(queues, queue -> read(queue, now)));
  }

  private CompletionStage<QueueBrief> read(String queue, long now) {
    CompletionStage<Integer> consumers = consumers(queue, now);
    return engine
        .counts(queue)
        .thenCombine(
            engine.settings(queue),
            (counts, settings) ->
                consumers.thenApply(number ->
                    new QueueBrief(
                        queue,
                        counts,
                        settings,
                        number,
                        lateness.of(queue),
                        targetDown(queue),
                        now)))
        .thenCompose(brief -> brief);
  }

  // Lists and events are for all readers of a queue, who may not see texts of errors.
  private @Nullable JsonShape targetDown(String queue) {
    return troubles.apply(queue).map(trouble -> trouble.shape(false)).orElse(null);
  }

  private CompletionStage<Integer> consumers(String queue, long now) {
    Consumers known = kept.get(queue);
    return known != null && Math.abs(now - known.readMillis) < KEPT.toMillis()
        ? Stages.done(known.number)
        : engine
            .consumers(queue)
            .thenApply(consumers -> keep(queue, new Consumers(consumers.size(), now)));
  }

  private int keep(String queue, Consumers read) {
    if (kept.size() >= MAX_KEPT) {
      kept.clear();
    }
    kept.put(queue, read);
    return read.number;
  }
}
