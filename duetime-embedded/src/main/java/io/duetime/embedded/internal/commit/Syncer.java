package io.duetime.embedded.internal.commit;

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
      syncWith(next, waiting);
      waiting.clear();
    }
  }

  private void syncWith(Written first, List<Written> waiting) {
    Written next = first;
    try {
      for (; next != null; next = inbox.poll()) {
        waiting.add(next);
      }
    } catch (RuntimeException | Error fault) {
      // One that could not be added is in no list.
      fail(List.of(next), health.broke("syncer", fault));
    }
    sync(waiting);
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
      fail(waiting, health.broke("syncer", fault));
    }
  }

  private void fail(List<Written> waiting, StoreFailureException why) {
    health.fail(why);
    waiting.forEach(written -> written.orders().forEach(order -> order.fail(why)));
  }
}
