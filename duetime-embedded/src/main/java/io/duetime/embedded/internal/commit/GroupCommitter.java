package io.duetime.embedded.internal.commit;

import io.duetime.DuetimeException;
import io.duetime.StoreFailureException;
import io.duetime.embedded.internal.commit.OrderGroup.Order;
import io.duetime.embedded.internal.disk.Disk;
import io.duetime.embedded.internal.table.WriteGroup;
import io.duetime.embedded.internal.table.WriteGroup.HeapState;
import io.duetime.time.Threads;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadFactory;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Does all work on one thread, in the order it comes, and writes what has gathered in one atomic
 * batch; a second thread waits for the disk and covers with one fsync all that has been written
 * meanwhile. So throughput grows with the number of callers, a claim never waits for a disk, and no
 * lock is held while something is written.
 *
 * <p>Answers are given on these two threads: what depends on them must not block.
 */
public final class GroupCommitter implements AutoCloseable {
  private static final int MOST_ORDERS = 1_000;
  private static final long MOST_BYTES = 4L << 20;

  /** Answers are on the heap until their group is written, and may have all that was read. */
  private static final long MOST_BYTES_READ = 16L << 20;

  private final WriteGroup group;
  private final OrderGroup orders;
  private final Syncer syncer;
  private final Health health = new Health();
  private final Inbox<Order<?>> inbox = new Inbox<>();
  private final Thread committing;
  private final Thread syncing;

  // Has room for all orders of a group: adding one must not need memory.
  private final List<Order<?>> done = new ArrayList<>(MOST_ORDERS);

  /** Set once the inbox is not emptied any more. */
  private volatile boolean ended;

  /** How much had been read when the group was begun. */
  private long readBefore;

  /** The number of the group that is being put together. */
  private long number = 1;

  /** The last group that nothing may overtake on its way to stable storage. */
  private long barrier;

  /** Makes its threads and starts none. */
  public GroupCommitter(Disk disk, WriteGroup group, HeapState heap, ThreadFactory threads) {
    this.group = group;
    this.orders = new OrderGroup(group, heap);
    this.syncer = new Syncer(disk, health);
    this.committing = threads.newThread(this::run);
    this.syncing = threads.newThread(syncer);
  }

  public void start() {
    committing.start();
    syncing.start();
  }

  /**
   * Has work done; the answer is given once what it changed is written.
   *
   * @param synced whether it has to be on stable storage before
   */
  public <T> CompletableFuture<T> submit(Supplier<T> work, boolean synced) {
    try {
      health.checkOpen();
    } catch (DuetimeException refused) {
      return CompletableFuture.failedFuture(refused);
    }
    Order<T> order = new Order<>(work, synced);
    inbox.add(order);
    if (ended) {
      refuseRest();
    }
    return order.answer();
  }

  /** Has something done as soon as the current group is written; for use by work. */
  public void afterwards(Runnable task) {
    orders.afterwards(task);
  }

  public @Nullable StoreFailureException failure() {
    return health.failure();
  }

  private void run() {
    try {
      for (Order<?> next = inbox.take(); next != null; next = inbox.take()) {
        commitWith(next);
      }
    } catch (RuntimeException | Error fault) {
      health.broke("committer", fault);
    } finally {
      ended = true;
      Order.failAll(done, health.refusal());
      refuseRest();
    }
  }

  private void commitWith(Order<?> first) {
    try {
      readBefore = group.bytesRead();
      for (Order<?> next = first; next != null; next = hasRoom() ? inbox.poll() : null) {
        done.add(next);
        work(next);
      }
      commit();
    } catch (RuntimeException | Error fault) {
      Order.failAll(done, health.broke("committer", fault));
    }
  }

  private void work(Order<?> order) {
    if (health.failure() == null) {
      guarded(() -> orders.work(order));
    }
  }

  // Orders are guarded from one another already. After any failure the thread goes on to
  // answer: no caller may wait for ever.
  private void guarded(Runnable step) {
    try {
      step.run();
    } catch (RuntimeException | Error fault) {
      health.broke("committer", fault);
    }
  }

  private boolean hasRoom() {
    return done.size() < MOST_ORDERS
        && group.batch().size() < MOST_BYTES
        && group.bytesRead() - readBefore < MOST_BYTES_READ;
  }

  // Where a write has failed, it is not known which of its group's changes are on disk.
  private void commit() {
    if (health.failure() == null) {
      guarded(orders::write);
    }
    StoreFailureException failure = group.failure();
    if (failure != null) {
      health.fail(failure);
    }
    if (orders.takeSyncDemand()) {
      barrier = number;
    }
    StoreFailureException stopped = health.failure();
    if (stopped == null) {
      answer();
      done.clear();
      number++;
    } else {
      Order.failAll(done, stopped);
    }
  }

  private void answer() {
    boolean held = barrier > syncer.syncedUpTo();
    List<Order<?>> toSync = new ArrayList<>();
    for (Order<?> order : done) {
      if (held || order.isSynced()) {
        toSync.add(order);
      } else {
        order.answerIt();
      }
    }
    if (!toSync.isEmpty()) {
      syncer.add(number, toSync);
    }
  }

  /** Finishes all work that was submitted, and ends both threads. */
  @Override
  public void close() {
    health.close();
    inbox.close();
    Threads.awaitEnd(committing);
    ended = true;
    refuseRest();
    syncer.close();
    Threads.awaitEnd(syncing);
  }

  private void refuseRest() {
    for (Order<?> late = inbox.poll(); late != null; late = inbox.poll()) {
      late.fail(health.refusal());
    }
  }
}
