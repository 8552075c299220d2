package io.duetime.server.event;

import io.duetime.engine.Engine;
import io.duetime.internal.async.Stages;
import io.duetime.server.json.QueueShape;
import io.duetime.server.task.StoredTask;
import io.duetime.server.task.TaskKeeper;
import io.duetime.server.task.TaskShape;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;

/** Looks at the store for what there is to be told. Thread safe; one look at a time. */
final class EventFeed {
  /** The most queues whose counts are told. */
  static final int MAX_QUEUES = 1_000;

  private final Engine engine;
  private final TaskKeeper tasks;
  private final WarningKeeper warnings;
  private volatile FeedState state = FeedState.NONE;

  EventFeed(Engine engine, TaskKeeper tasks, WarningKeeper warnings) {
    this.engine = engine;
    this.tasks = tasks;
    this.warnings = warnings;
  }

  /** Looks again; counts only the queues that are watched. */
  CompletionStage<FeedState> look(Predicate<String> watched) {
    return tasks
        .stored()
        .thenCombine(warnings.stored(), (all, current) -> withQueues(all, current, watched))
        .thenCompose(stage -> stage);
  }

  private CompletionStage<FeedState> withQueues(
      List<StoredTask> all, List<FeedState.Versioned> current, Predicate<String> watched) {
    List<FeedState.Versioned> told =
        all.stream()
            .map(one -> new FeedState.Versioned(one.version(), TaskShape.of(one.task()).text()))
            .toList();
    return engine
        .queues()
        .thenCompose(names -> {
          List<String> some = names.stream().filter(watched).limit(MAX_QUEUES + 1L).toList();
          List<String> counted = some.subList(0, Math.min(MAX_QUEUES, some.size()));
          Set<String> existing = new HashSet<>(names);
          return Stages.each(counted, this::brief)
              .thenApply(
                  briefs -> told(told, current, byName(counted, briefs), existing, some.size()));
        });
  }

  private synchronized FeedState told(
      List<FeedState.Versioned> newTasks,
      List<FeedState.Versioned> newWarnings,
      Map<String, String> found,
      Set<String> existing,
      int watched) {
    state = state.after(newTasks, newWarnings, found, existing::contains, watched <= MAX_QUEUES);
    return state;
  }

  private static Map<String, String> byName(List<String> names, List<String> briefs) {
    Map<String, String> found = new LinkedHashMap<>();
    for (int i = 0; i < names.size(); i++) {
      found.put(names.get(i), briefs.get(i));
    }
    return found;
  }

  private CompletionStage<String> brief(String queue) {
    return engine
        .counts(queue)
        .thenCombine(
            engine.settings(queue),
            (counts, settings) -> QueueShape.brief(queue, counts, settings).text());
  }
}
