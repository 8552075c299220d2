package io.duetime.embedded.internal.table;

import io.duetime.embedded.internal.table.QueueDirectory.OpenQueue;
import io.duetime.embedded.internal.table.WriteGroup.HeapState;
import io.duetime.kernel.state.Observed;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The queues of a store, each opened at its first use by the committer. When maintenance is due may
 * be asked from any thread.
 */
public final class OpenQueues implements HeapState {
  private static final long AT_ONCE = 0;

  private final WriteGroup group;
  private final int window;
  private final AtomicLong live;
  private QueueDirectory directory;
  private volatile NumberRecords numbers;
  private final Map<String, Observed> changed = new HashMap<>();
  private final Map<String, Observed> reopening = new HashMap<>();
  private final ConcurrentMap<String, OpenQueue> open = new ConcurrentHashMap<>();
  private final Set<String> unopened = ConcurrentHashMap.newKeySet();

  /**
   * Reads what is on disk; does so again at each {@link #reload}.
   *
   * @param window how many of the next jobs of a line the heap is to hold
   * @param live is kept at how many jobs there are in all queues
   */
  public OpenQueues(WriteGroup group, int window, AtomicLong live) {
    this.group = group;
    this.window = window;
    this.live = live;
    this.directory = new QueueDirectory(group, window, live);
    this.numbers = new NumberRecords(group);
    this.unopened.addAll(directory.names());
    group.afterWrites(this::partWritten);
  }

  /** All queues, open or not. */
  public QueueDirectory directory() {
    return directory;
  }

  /** The numbers that were set aside for queues; may be asked for from any thread. */
  public NumberRecords numbers() {
    return numbers;
  }

  public void changing(String name, OpenQueue queue) {
    changed.computeIfAbsent(name, unchanged -> queue.kernel().observed());
  }

  @Override
  public void written() {
    changed.clear();
  }

  /** Some changes are on disk, so what was counted so far stays, even if the rest fails. */
  private void partWritten() {
    changed.replaceAll((name, before) -> {
      OpenQueue queue = open.get(name);
      return queue == null ? before : queue.kernel().observed();
    });
  }

  /**
   * Forgets what is on the heap of queues that were changed since {@link #written}: they are opened
   * again at their next use.
   */
  @Override
  public void reload() {
    open.keySet().removeAll(changed.keySet());
    reopening.putAll(changed);
    changed.clear();
    QueueDirectory before = directory;
    live.set(0);
    directory = new QueueDirectory(group, window, live);
    directory.follow(before);
    open.keySet().forEach(directory::isOpen);
    unopened.addAll(directory.names());
    unopened.removeAll(open.keySet());
    numbers = new NumberRecords(group);
  }

  /** The queue of a name, or null. */
  public @Nullable OpenQueue find(String name, long now) {
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
  public OpenQueue findOrCreate(String name, long now) {
    OpenQueue queue = find(name, now);
    if (queue == null) {
      queue = directory.create(name, now);
      open.put(name, queue);
    }
    return queue;
  }

  /** Keeps of all queues what was observed and not kept yet. */
  public boolean savePast() {
    open.values().forEach(queue -> queue.kernel().savePast());
    return true;
  }

  /** Deletes a queue; answers whether there was one. */
  public boolean delete(String name) {
    open.remove(name);
    changed.remove(name);
    reopening.remove(name);
    unopened.remove(name);
    return directory.delete(name);
  }

  /** Queues whose maintenance is due; queues that were not used yet may need it. */
  public List<String> inNeed(long now) {
    List<String> names = new ArrayList<>(unopened);
    open.forEach((name, queue) -> {
      if (queue.kernel().maintenanceAt() <= now) {
        names.add(name);
      }
    });
    return names;
  }

  public long nextMaintenance() {
    long opened =
        open.values().stream()
            .mapToLong(queue -> queue.kernel().maintenanceAt())
            .min()
            .orElse(Long.MAX_VALUE);
    return unopened.isEmpty() ? opened : AT_ONCE;
  }
}
