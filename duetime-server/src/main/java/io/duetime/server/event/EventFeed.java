package io.duetime.server.event;

import io.duetime.engine.Engine;
import io.duetime.server.json.QueueBrief;
import io.duetime.server.json.queue.QueueShape;
import io.duetime.server.task.StoredTask;
import io.duetime.server.task.Task;
import io.duetime.server.task.TaskKeeper;
import io.duetime.server.task.TaskShape;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;

/** Looks at the store for what there is to be told. Thread safe; one look at a time. */
final class EventFeed {
  /** The most queues whose counts are told, over all callers. */
  static final int MAX_QUEUES = 1_000;

  private final Engine engine;
  private final TaskKeeper tasks;
  private final WarningKeeper warnings;
  private final QueueBriefs briefs;
  private volatile FeedState state = FeedState.NONE;

  EventFeed(Engine engine, TaskKeeper tasks, WarningKeeper warnings, QueueBriefs briefs) {
    this.engine = engine;
    this.tasks = tasks;
    this.warnings = warnings;
    this.briefs = briefs;
  }

  /** Looks again; counts only the queues that are watched. */
  CompletionStage<FeedState> look(List<EventReader> readers) {
    return tasks
        .stored()
        .thenCombine(warnings.stored(), (all, current) -> withQueues(all, current, readers))
        .thenCompose(stage -> stage);
  }

  private CompletionStage<FeedState> withQueues(
      List<StoredTask> all, List<FeedState.Versioned> current, List<EventReader> readers) {
    List<FeedState.Versioned> told = all.stream().map(EventFeed::versioned).toList();
    return engine
        .queues()
        .thenCompose(names -> {
          Set<String> watched = watched(names, readers);
          List<String> counted = watched.stream().limit(MAX_QUEUES).toList();
          Set<String> left = watched.stream().skip(MAX_QUEUES).collect(Collectors.toSet());
          Set<String> existing = new HashSet<>(names);
          return briefs
              .read(counted)
              .thenApply(found -> told(told, current, byName(found), existing, left));
        });
  }

  private static FeedState.Versioned versioned(StoredTask stored) {
    Task task = stored.task();
    return new FeedState.Versioned(
        stored.version(), task.work().queue(), TaskShape.of(task).text());
  }

  /**
   * The queues that are watched, those of the callers that want few first; of a caller that wants
   * more than are counted the first by name, and one more.
   */
  private static Set<String> watched(List<String> names, List<EventReader> readers) {
    return readers.stream()
        .map(one -> names.stream().filter(one::counts).limit(MAX_QUEUES + 1L).toList())
        .sorted(Comparator.comparingInt(List::size))
        .flatMap(List::stream)
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  private synchronized FeedState told(
      List<FeedState.Versioned> newTasks,
      List<FeedState.Versioned> newWarnings,
      Map<String, String> found,
      Set<String> existing,
      Set<String> left) {
    state = state.after(newTasks, newWarnings, found, existing::contains, left);
    return state;
  }

  private static Map<String, String> byName(List<QueueBrief> briefs) {
    Map<String, String> found = new LinkedHashMap<>();
    for (QueueBrief brief : briefs) {
      found.put(brief.queue(), QueueShape.brief(brief).text());
    }
    return found;
  }
}
