package io.duetime.embedded.internal.table;

import io.duetime.internal.kernel.job.JobHead;
import io.duetime.internal.kernel.list.IdOrder;
import io.duetime.internal.kernel.state.JobTable;
import io.duetime.internal.wheel.TimingWheel;
import io.duetime.internal.wheel.WheelTimer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * All leased jobs of a queue, on the heap: there are as many as are being worked on, and settling
 * one must not wait for the disk. In the wheel until the lease ends, then in order of that.
 */
final class LeaseBook {
  private static final Comparator<Lease> BY_DEADLINE =
      (a, b) -> {
        int byDeadline = Long.compare(a.deadlineMillis(), b.deadlineMillis());
        return byDeadline != 0 ? byDeadline : IdOrder.compare(a.head.id(), b.head.id());
      };

  private final Map<String, Lease> leases = new HashMap<>();
  private final TimingWheel<Lease> wheel;
  private final TreeSet<Lease> lapsed = new TreeSet<>(BY_DEADLINE);

  LeaseBook(long now) {
    this.wheel = new TimingWheel<>(now);
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
    wheel.schedule(lease, head.leaseOrThrow().deadline());
  }

  void remove(String id) {
    Lease lease = leases.remove(id);
    if (lease != null && !wheel.cancel(lease)) {
      lapsed.remove(lease);
    }
  }

  Collection<JobHead> heads() {
    return leases.values().stream().map(lease -> lease.head).toList();
  }

  int size() {
    return leases.size();
  }

  List<JobHead> lapsed(long now, int max) {
    advance(now);
    List<JobHead> heads = new ArrayList<>();
    for (Lease lease : lapsed) {
      if (heads.size() == max || lease.deadlineMillis() > now) {
        break;
      }
      heads.add(lease.head);
    }
    return heads;
  }

  long lapsedCount(long now) {
    advance(now);
    return lapsed.stream().takeWhile(lease -> lease.deadlineMillis() <= now).count();
  }

  /** The earliest deadline of a lease, lapsed or not. */
  long nextDeadline() {
    advance(wheel.currentMillis());
    if (!lapsed.isEmpty()) {
      return lapsed.first().deadlineMillis();
    }
    return leases.isEmpty() ? JobTable.NEVER : wheel.nextExpiry();
  }

  // The clock may step back, the wheel does not: what it hands out too soon waits among the lapsed.
  private void advance(long now) {
    wheel.advance(Math.max(now, wheel.currentMillis()), lapsed::add);
  }
}
