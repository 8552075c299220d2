package io.duetime.embedded.internal.commit;

import io.duetime.DuetimeException;
import io.duetime.ErrorCode;
import io.duetime.InvalidRequestException;
import io.duetime.RetryableException;
import io.duetime.StoreFailureException;
import io.duetime.embedded.internal.disk.Disk;
import io.duetime.embedded.internal.table.WriteGroup;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadFactory;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Does all work on one thread, in the order it comes, and writes what has gathered in one atomic
 * batch; a second thread waits for the disk and covers with one fsync all that has been written
 * meanwhile. So throughput grows with the number of callers, a claim never waits for a disk, and
 * nobody holds a lock while something is written.
 *
 * <p>Answers are given on these two threads: what depends on them must not block.
 */
public final class GroupCommitter implements AutoCloseable {
  private static final int MOST_ORDERS = 1_000;
  private static final long MOST_BYTES = 4L << 20;

  private final WriteGroup group;
  private final Syncer syncer;
  private final Health health = new Health();
  private final Inbox<Order<?>> inbox = new Inbox<>();
  private final List<Runnable> afterwards = new ArrayList<>();
  private final Thread committing;
  private final Thread syncing;

  /** Set once nobody takes from the inbox any more. */
  private volatile boolean ended;

  /** The number of the group that is being put together. */
  private long number = 1;

  /** The last group that nothing may overtake on its way to stable storage. */
  private long barrier;

  /** Makes its threads and starts none. */
  public GroupCommitter(Disk disk, WriteGroup group, ThreadFactory threads) {
    this.group = group;
    this.syncer = new Syncer(disk, health);
    this.committing = threads.newThread(this::run);
    this.syncing = threads.newThread(syncer);
  }

  /** Starts to work. */
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
    afterwards.add(task);
  }

  /** Why the store has stopped, or null. */
  public @Nullable StoreFailureException failure() {
    return health.failure();
  }

  private void run() {
    List<Order<?>> orders = new ArrayList<>();
    for (Order<?> next = inbox.take(); next != null; next = inbox.take()) {
      for (; next != null; next = hasRoom(orders) ? inbox.poll() : null) {
        orders.add(next);
        work(next);
      }
      commitOrStop(orders);
      orders.clear();
    }
  }

  private static boolean isRefusal(Throwable failure) {
    return failure instanceof InvalidRequestException || failure instanceof RetryableException;
  }

  private boolean hasRoom(List<Order<?>> orders) {
    return orders.size() < MOST_ORDERS && group.batch().size() < MOST_BYTES;
  }

  private void work(Order<?> order) {
    if (health.failure() != null) {
      return;
    }
    long before = group.batch().made();
    try {
      order.work();
    } catch (Error fault) {
      health.fail(broken(fault));
    }
    Throwable failure = order.failure();
    if (failure instanceof StoreFailureException stop && stop.code() == ErrorCode.STORE_FAILED) {
      health.fail(stop);
    } else if (failure != null && !isRefusal(failure) && group.batch().made() != before) {
      // Half of a change is in the batch: better to stop than to write it.
      health.fail(broken(failure));
    }
    if (group.takeSyncDemand()) {
      order.demandSync();
      barrier = number;
    }
  }

  // Whatever goes wrong, the thread goes on to answer: nobody may wait for ever.
  private void commitOrStop(List<Order<?>> orders) {
    try {
      commit(orders);
    } catch (StoreFailureException failure) {
      fail(orders, failure);
    } catch (RuntimeException | Error fault) {
      fail(orders, broken(fault));
    }
  }

  private void commit(List<Order<?>> orders) {
    health.check();
    group.write();
    afterwards.forEach(Runnable::run);
    afterwards.clear();
    answer(orders);
    number++;
  }

  private void fail(List<Order<?>> orders, StoreFailureException why) {
    health.fail(why);
    orders.forEach(order -> order.fail(why));
    afterwards.clear();
  }

  private static StoreFailureException broken(Throwable fault) {
    return new StoreFailureException(
        ErrorCode.STORE_FAILED, "the committer broke: " + fault, fault);
  }

  private void answer(List<Order<?>> orders) {
    boolean held = barrier > syncer.syncedUpTo();
    List<Order<?>> toSync = new ArrayList<>();
    for (Order<?> order : orders) {
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
    join(committing);
    ended = true;
    refuseRest();
    syncer.close();
    join(syncing);
  }

  private void refuseRest() {
    for (Order<?> late = inbox.poll(); late != null; late = inbox.poll()) {
      late.fail(Health.closed());
    }
  }

  private static void join(Thread thread) {
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException interruption) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
