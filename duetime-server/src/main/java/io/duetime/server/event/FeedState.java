package io.duetime.server.event;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What there is to be told: the state of all tasks, warnings and queues. Callers get what differs
 * from what they know, so nothing has to be kept for them.
 *
 * @param tasks those that are kept
 * @param warnings those that are kept
 * @param queues by name
 * @param number grows with each look at the queues
 */
record FeedState(List<Versioned> tasks, List<Versioned> warnings, Queues queues, long number) {
  static final FeedState NONE =
      new FeedState(List.of(), List.of(), new Queues(Map.of(), Map.of(), Set.of()), 0);

  /** The most deleted queues that are remembered. */
  private static final int MAX_GONE = 1_000;

  /**
   * A task or a warning.
   *
   * @param version of its document
   * @param queue that it concerns; null if it may name any queue
   */
  record Versioned(long version, @Nullable String queue, String json) {}

  /**
   * The counts of a queue.
   *
   * @param since the number of the look that found them changed
   */
  record Counted(String json, long since) {}

  /**
   * The queues that are watched.
   *
   * @param counts by name
   * @param gone by name, the number of the look that missed it
   * @param left names that are watched and not counted; at least one of those of each caller that
   *     lacks any
   */
  record Queues(Map<String, Counted> counts, Map<String, Long> gone, Set<String> left) {}

  /**
   * The state after a look.
   *
   * @param found the JSON of the queues that were looked at, by name
   * @param exists whether there is still a queue of a name
   * @param left names that are watched and were not looked at
   */
  FeedState after(
      List<Versioned> newTasks,
      List<Versioned> newWarnings,
      Map<String, String> found,
      Predicate<String> exists,
      Set<String> left) {
    long next = number + 1;
    Map<String, Counted> counts = new TreeMap<>();
    found.forEach((name, json) -> {
      Counted before = queues.counts().get(name);
      boolean isSame = before != null && before.json().equals(json);
      counts.put(name, isSame ? before : new Counted(json, next));
    });
    Map<String, Long> gone = new LinkedHashMap<>(queues.gone());
    gone.keySet().removeAll(found.keySet());
    for (String name : queues.counts().keySet()) {
      if (!exists.test(name)) {
        gone.put(name, next);
      }
    }
    List<String> oldest = new ArrayList<>(gone.keySet());
    gone.keySet().removeAll(oldest.subList(0, Math.max(0, oldest.size() - MAX_GONE)));
    return new FeedState(newTasks, newWarnings, new Queues(counts, gone, left), next);
  }
}
