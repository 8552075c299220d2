package io.duetime.embedded;

import io.duetime.embedded.internal.table.QueueDirectory;
import io.duetime.embedded.internal.table.QueueDirectory.OpenQueue;
import io.duetime.embedded.internal.table.SetAside;
import io.duetime.internal.kernel.state.Observed;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The queues of a store, each opened at its first use by the committer. When maintenance is due may
 * be asked from any thread.
 */
final class OpenQueues {
  private static final long AT_ONCE = 0;

  private final Supplier<QueueDirectory> onDisk;
  private QueueDirectory directory;
  private final Map<String, Observed> changed = new HashMap<>();
  private final Map<String, Observed> reopening = new HashMap<>();
  private final ConcurrentMap<String, OpenQueue> open = new ConcurrentHashMap<>();
  private final Set<String> unopened = ConcurrentHashMap.newKeySet();

  /** Reads what is on disk; does so again at each {@link #reload}. */
  OpenQueues(Supplier<QueueDirectory> onDisk) {
    this.onDisk = onDisk;
    this.directory = onDisk.get();
    this.unopened.addAll(directory.names());
  }

  /** A queue is about to be changed. */
  void changing(String name, OpenQueue queue) {
    changed.computeIfAbsent(name, unchanged -> queue.kernel().observed());
  }

  /** All changes so far are on disk. */
  void written() {
    changed.clear();
  }

  /** Some changes are on disk, so what was counted so far stays, even if the rest fails. */
  void partWritten() {
    changed.replaceAll((name, before) -> {
      OpenQueue queue = open.get(name);
      return queue == null ? before : queue.kernel().observed();
    });
  }

  /**
   * Forgets what is on the heap of queues that were changed since {@link #written}: they are opened
   * again at their next use.
   */
  void reload() {
    open.keySet().removeAll(changed.keySet());
    reopening.putAll(changed);
    changed.clear();
    QueueDirectory before = directory;
    directory = onDisk.get();
    directory.follow(before);
    open.keySet().forEach(directory::isOpen);
    unopened.addAll(directory.names());
    unopened.removeAll(open.keySet());
  }

  /** The queue of a name, or null. */
  @Nullable OpenQueue find(String name, long now) {
    OpenQueue queue = open.get(name);
    if (queue == null) {
      Observed observed = reopening.get(name);
      queue = directory.open(name, observed == null ? new Observed() : observed, now);
      if (queue != null) {
        open.put(name, queue);
        reopening.remove(name);
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

  /** Keeps of all queues what was observed and not kept yet. */
  void savePast() {
    open.values().forEach(queue -> queue.kernel().savePast());
  }

  boolean delete(String name) {
    open.remove(name);
    changed.remove(name);
    reopening.remove(name);
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

  /** Queues whose maintenance is due; queues that were not used yet may need it. */
  List<String> inNeed(long now) {
    List<String> names = new ArrayList<>(unopened);
    open.forEach((name, queue) -> {
      if (queue.kernel().maintenanceAt() <= now) {
        names.add(name);
      }
    });
    return names;
  }

  /** When maintenance is due next. */
  long nextMaintenance() {
    long opened =
        open.values().stream()
            .mapToLong(queue -> queue.kernel().maintenanceAt())
            .min()
            .orElse(Long.MAX_VALUE);
    return unopened.isEmpty() ? opened : AT_ONCE;
  }
}
