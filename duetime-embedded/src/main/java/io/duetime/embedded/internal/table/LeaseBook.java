package io.duetime.embedded.internal.table;

import io.duetime.kernel.job.JobHead;
import io.duetime.kernel.job.Position.IdOrder;
import io.duetime.wheel.DeadlineOrder;
import io.duetime.wheel.WheelTimer;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * All leased jobs of a queue, on the heap: there are as many as are being worked on, and settling
 * one must not wait for the disk.
 */
final class LeaseBook {
  private final Map<String, Lease> leases = new HashMap<>();
  private final DeadlineOrder<Lease> order;

  LeaseBook(long now) {
    this.order = new DeadlineOrder<>(now, (a, b) -> IdOrder.compare(a.head.id(), b.head.id()));
  }

  private static final class Lease extends WheelTimer {
    final JobHead head;

    Lease(JobHead head) {
      this.head = head;
    }
  }

  @Nullable JobHead find(String id) {
    Lease lease = leases.get(id);
    return lease == null ? null : lease.head;
  }

  void put(JobHead head) {
    remove(head.id());
    Lease lease = new Lease(head);
    leases.put(head.id(), lease);
    order.add(lease, head.leaseOrThrow().deadline());
  }

  void remove(String id) {
    Lease lease = leases.remove(id);
    if (lease != null) {
      order.remove(lease);
    }
  }

  Collection<JobHead> heads() {
    return leases.values().stream().map(lease -> lease.head).toList();
  }

  List<JobHead> lapsed(long now, int max) {
    return order.reached(now, max).stream().map(lease -> lease.head).toList();
  }

  long lapsedCount(long now) {
    return order.countReached(now, any -> true);
  }

  /** The earliest deadline of a lease, lapsed or not. */
  long nextDeadline() {
    return order.next();
  }
}
