package io.duetime.embedded.internal.commit;

import io.duetime.DuetimeException;
import io.duetime.StoreFailureException;
import io.duetime.embedded.internal.commit.OrderGroup.Order;
import io.duetime.embedded.internal.disk.Disk;
import java.util.ArrayList;
import java.util.List;

/**
 * Waits for the disk, one fsync for all that has been written meanwhile, and answers those who
 * asked for that.
 */
final class Syncer implements Runnable {
  private static final int MOST_GROUPS = 1_000;

  private final Disk disk;
  private final Health health;
  private final Inbox<Written> inbox = new Inbox<>();

  // Has room for all groups of a round: adding one must not need memory.
  private final List<Written> waiting = new ArrayList<>(MOST_GROUPS);

  private volatile long syncedUpTo;

  /** Set once the inbox is not emptied any more. */
  private volatile boolean ended;

  Syncer(Disk disk, Health health) {
    this.disk = disk;
    this.health = health;
  }

  /** Orders whose group, counted from 1, is written. */
  private record Written(long group, List<Order<?>> orders) {}

  /** Takes over orders that are to be answered once their group is on stable storage. */
  void add(long group, List<Order<?>> orders) {
    inbox.add(new Written(group, orders));
    if (ended) {
      refuseRest();
    }
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
    try {
      for (Written next = inbox.take(); next != null; next = inbox.take()) {
        syncWith(next);
      }
    } catch (RuntimeException | Error fault) {
      health.broke("syncer", fault);
    } finally {
      ended = true;
      failWaiting(health.refusal());
      refuseRest();
    }
  }

  private void syncWith(Written first) {
    try {
      for (Written next = first; next != null; next = hasRoom() ? inbox.poll() : null) {
        waiting.add(next);
      }
      health.check();
      disk.sync();
      syncedUpTo = waiting.get(waiting.size() - 1).group();
      waiting.forEach(written -> written.orders().forEach(Order::answerIt));
      waiting.clear();
    } catch (StoreFailureException failure) {
      health.fail(failure);
      failWaiting(failure);
    } catch (RuntimeException | Error fault) {
      failWaiting(health.broke("syncer", fault));
    }
  }

  private boolean hasRoom() {
    return waiting.size() < MOST_GROUPS;
  }

  private void failWaiting(DuetimeException why) {
    for (int i = waiting.size() - 1; i >= 0; i--) {
      Order.failAll(waiting.get(i).orders(), why);
      if (waiting.get(i).orders().isEmpty()) {
        waiting.remove(i);
      }
    }
  }

  private void refuseRest() {
    for (Written late = inbox.poll(); late != null; late = inbox.poll()) {
      Order.failAll(late.orders(), health.refusal());
    }
  }
}
