package io.duetime.embedded.internal.commit;

import io.duetime.InvalidRequestException;
import io.duetime.RetryableException;
import io.duetime.embedded.internal.record.Records.UnreadableRecordException;
import io.duetime.embedded.internal.table.WriteGroup;
import io.duetime.embedded.internal.table.WriteGroup.HeapState;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Does orders one after the other, and writes at once what they have changed.
 *
 * <p>An order that fails has no effect, and none on its neighbours: what has not been written is
 * dropped, on the heap as well, and the orders before it are done again, each written by itself. No
 * answer has been given yet. An order during which something was written cannot be done again, so
 * the rest of its changes is written before the next one begins.
 *
 * <p>Only a write that fails is beyond that: what is on disk is not known any more.
 */
final class OrderGroup {
  private static final Logger LOG = LoggerFactory.getLogger(OrderGroup.class);

  private final WriteGroup group;
  private final HeapState heap;
  private final List<Order<?>> unwritten = new ArrayList<>();
  private final List<Runnable> afterwards = new ArrayList<>();
  private boolean syncDemanded;

  /** Whether the heap may tell what is not on disk. */
  private boolean stale;

  OrderGroup(WriteGroup group, HeapState heap) {
    this.group = group;
    this.heap = heap;
  }

  /** Does an order; does nothing once a write has failed. */
  void work(Order<?> order) {
    if (group.failure() != null) {
      return;
    }
    long writes = group.writes();
    int count = afterwards.size();
    boolean done = attempt(order);
    boolean hasWritten = group.writes() != writes;
    if (hasWritten) {
      unwritten.clear();
      runAfterWrite(count);
    }
    if (!done) {
      drop();
    } else if (hasWritten) {
      writeAlone(order);
    } else {
      unwritten.add(order);
    }
  }

  /** Answers whether what the order has changed, if anything, is whole. */
  private boolean attempt(Order<?> order) {
    long made = group.batch().made();
    if (isFresh(order)) {
      order.work();
    }
    if (group.takeSyncDemand()) {
      order.demandSync();
      syncDemanded = true;
    }
    Throwable failure = order.failure();
    return failure == null || (isRefusal(failure) && group.batch().made() == made);
  }

  // A queue that cannot be opened for its records is refused to each call, and stays closed.
  private static boolean isRefusal(Throwable failure) {
    return failure instanceof InvalidRequestException
        || failure instanceof RetryableException
        || failure.getCause() instanceof UnreadableRecordException;
  }

  private boolean isFresh(Order<?> order) {
    try {
      if (stale) {
        heap.reload();
        stale = false;
      }
      return true;
    } catch (RuntimeException | Error unreadable) {
      order.refuse(unreadable);
      return false;
    }
  }

  void write() {
    try {
      writeGroup();
    } catch (RuntimeException | Error failure) {
      drop();
    }
  }

  private void drop() {
    if (group.failure() != null) {
      return;
    }
    List<Order<?>> others = List.copyOf(unwritten);
    forget();
    others.forEach(this::redo);
  }

  private void forget() {
    unwritten.clear();
    afterwards.clear();
    group.drop();
    stale = true;
  }

  private void redo(Order<?> order) {
    if (group.failure() != null) {
      return;
    }
    if (attempt(order)) {
      writeAlone(order);
    } else {
      forget();
    }
  }

  private void writeAlone(Order<?> order) {
    try {
      writeGroup();
    } catch (RuntimeException | Error failure) {
      order.refuse(failure);
      forget();
    }
  }

  private void writeGroup() {
    group.write();
    unwritten.clear();
    if (!stale) {
      heap.written();
    }
    runAfterWrite(afterwards.size());
  }

  /** Has something done as soon as the current changes are written; for use by work. */
  void afterwards(Runnable task) {
    afterwards.add(task);
  }

  private void runAfterWrite(int first) {
    List<Runnable> tasks = afterwards.subList(0, first);
    for (Runnable task : List.copyOf(tasks)) {
      try {
        task.run();
      } catch (RuntimeException | Error fault) {
        LOG.error("A watcher of the store failed; what is stored is not affected", fault);
      }
    }
    tasks.clear();
  }

  /** Whether the orders since the last call have to be on stable storage before any later one. */
  boolean takeSyncDemand() {
    boolean demanded = syncDemanded;
    syncDemanded = false;
    return demanded;
  }

  /** Something to be done by the committer, and its answer. */
  static final class Order<T> {
    private final Supplier<T> work;
    private final CompletableFuture<T> answer = new CompletableFuture<>();
    private boolean synced;
    private @Nullable T result;
    private @Nullable Throwable failure;

    Order(Supplier<T> work, boolean synced) {
      this.work = work;
      this.synced = synced;
    }

    CompletableFuture<T> answer() {
      return answer;
    }

    /** Whether the answer has to wait until the work is on stable storage. */
    boolean isSynced() {
      return synced;
    }

    void demandSync() {
      synced = true;
    }

    /** Does the work, perhaps once more, and keeps what came of it to itself. */
    void work() {
      result = null;
      failure = null;
      try {
        result = work.get();
      } catch (RuntimeException | Error thrown) {
        failure = thrown;
      }
    }

    void refuse(Throwable why) {
      failure = why;
    }

    @Nullable Throwable failure() {
      return failure;
    }

    /** Answers with what came of the work. */
    @SuppressWarnings("NullAway") // what the work gave is what the caller asked for, null included
    void answerIt() {
      if (failure == null) {
        answer.complete(result);
      } else {
        answer.completeExceptionally(failure);
      }
    }

    /** Fails the answer; answers whether it is given, for which there may be no memory. */
    boolean fail(Throwable why) {
      try {
        answer.completeExceptionally(why);
      } catch (RuntimeException | Error unheard) {
        // Either there is no answer, or one who waited for it broke.
      }
      return answer.isDone();
    }

    /** Fails orders, and keeps those for whose answers there is no memory. Needs none itself. */
    static void failAll(List<Order<?>> orders, Throwable why) {
      for (int i = orders.size() - 1; i >= 0; i--) {
        if (orders.get(i).fail(why)) {
          orders.remove(i);
        }
      }
    }
  }
}
