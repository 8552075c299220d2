package io.duetime.embedded.internal.commit;

import io.duetime.DuetimeException;
import io.duetime.ErrorCode;
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
    List<Order<?>> done = new ArrayList<>();
    for (Order<?> next = inbox.take(); next != null; next = inbox.take()) {
      readBefore = group.bytesRead();
      for (; next != null; next = hasRoom(done) ? inbox.poll() : null) {
        done.add(next);
        work(next);
      }
      commit(done);
      done.clear();
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
      health.fail(
          new StoreFailureException(
              ErrorCode.STORE_FAILED, "the committer broke: " + fault, fault));
    }
  }

  private boolean hasRoom(List<Order<?>> done) {
    return done.size() < MOST_ORDERS
        && group.batch().size() < MOST_BYTES
        && group.bytesRead() - readBefore < MOST_BYTES_READ;
  }

  // Where a write has failed, it is not known which of its group's changes are on disk.
  private void commit(List<Order<?>> done) {
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
      answer(done);
      number++;
    } else {
      done.forEach(order -> order.fail(stopped));
    }
  }

  private void answer(List<Order<?>> done) {
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
      late.fail(Health.closed());
    }
  }

  /**
   * Waits for the disk, one fsync for all that has been written meanwhile, and answers those who
   * asked for that.
   */
  static final class Syncer implements Runnable {
    private final Disk disk;
    private final Health health;
    private final Inbox<Written> inbox = new Inbox<>();
    private volatile long syncedUpTo;

    Syncer(Disk disk, Health health) {
      this.disk = disk;
      this.health = health;
    }

    /** Orders whose group, counted from 1, is written. */
    private record Written(long group, List<Order<?>> orders) {}

    /** Takes over orders that are to be answered once their group is on stable storage. */
    void add(long group, List<Order<?>> orders) {
      inbox.add(new Written(group, orders));
    }

    /** The last group that is known to be on stable storage. */
    long syncedUpTo() {
      return syncedUpTo;
    }

    void close() {
      inbox.close();
    }

    @Override
    public void run() {
      List<Written> waiting = new ArrayList<>();
      for (Written next = inbox.take(); next != null; next = inbox.take()) {
        for (; next != null; next = inbox.poll()) {
          waiting.add(next);
        }
        sync(waiting);
        waiting.clear();
      }
    }

    private void sync(List<Written> waiting) {
      try {
        health.check();
        disk.sync();
        syncedUpTo = waiting.get(waiting.size() - 1).group();
        waiting.forEach(written -> written.orders().forEach(Order::answerIt));
      } catch (StoreFailureException failure) {
        fail(waiting, failure);
      } catch (RuntimeException | Error fault) {
        fail(
            waiting,
            new StoreFailureException(ErrorCode.STORE_FAILED, "the syncer broke: " + fault, fault));
      }
    }

    private void fail(List<Written> waiting, StoreFailureException why) {
      health.fail(why);
      waiting.forEach(written -> written.orders().forEach(order -> order.fail(why)));
    }
  }
}
