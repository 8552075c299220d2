package io.duetime.embedded;

import io.duetime.embedded.internal.table.QueueDirectory;
import io.duetime.embedded.internal.table.QueueDirectory.OpenQueue;
import io.duetime.embedded.internal.table.SetAside;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/**
 * The queues of a store, each opened at its first use by the committer. When upkeep is due may be
 * asked from any thread.
 */
final class OpenQueues {
  private static final long AT_ONCE = 0;

  private final QueueDirectory directory;
  private final ConcurrentMap<String, OpenQueue> open = new ConcurrentHashMap<>();
  private final Set<String> unopened = ConcurrentHashMap.newKeySet();

  OpenQueues(QueueDirectory directory) {
    this.directory = directory;
    this.unopened.addAll(directory.names());
  }

  /** The queue of a name, or null. */
  @Nullable OpenQueue find(String name, long now) {
    OpenQueue queue = open.get(name);
    if (queue == null) {
      queue = directory.open(name, now);
      if (queue != null) {
        open.put(name, queue);
        unopened.remove(name);
      }
    }
    return queue;
  }

  /** The queue of a name, made if need be. */
  OpenQueue findOrCreate(String name, long now) {
    OpenQueue queue = find(name, now);
    if (queue == null) {
      queue = directory.create(name, now);
      open.put(name, queue);
    }
    return queue;
  }

  boolean delete(String name) {
    open.remove(name);
    unopened.remove(name);
    return directory.delete(name);
  }

  long deletedFences() {
    return directory.deletedFences();
  }

  void raiseDeletedFences(long upTo) {
    directory.raiseDeletedFences(upTo);
  }

  List<String> names() {
    return List.copyOf(directory.names());
  }

  /** The first of the records that were set aside. */
  List<SetAside> setAside(int max) {
    return directory.setAside(max);
  }

  /** Queues whose upkeep has come due; those nobody has used yet may have some. */
  List<String> inNeed(long now) {
    List<String> names = new ArrayList<>(unopened);
    open.forEach((name, queue) -> {
      if (queue.kernel().upkeepAt() <= now) {
        names.add(name);
      }
    });
    return names;
  }

  /** When upkeep comes due next. */
  long nextUpkeep() {
    long opened =
        open.values().stream()
            .mapToLong(queue -> queue.kernel().upkeepAt())
            .min()
            .orElse(Long.MAX_VALUE);
    return unopened.isEmpty() ? opened : AT_ONCE;
  }
}
