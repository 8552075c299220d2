package io.duetime.internal.memory;

import io.duetime.internal.kernel.job.JobHead;
import io.duetime.internal.kernel.list.IdOrder;
import io.duetime.internal.wheel.TimingWheel;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * Jobs by a deadline: in the wheel until it is reached, then in order until they are settled or
 * removed.
 */
final class DeadlineOrder {
  private static final Comparator<HeapJob> BY_DEADLINE =
      (a, b) -> {
        int byDeadline = Long.compare(a.deadlineMillis(), b.deadlineMillis());
        return byDeadline != 0 ? byDeadline : IdOrder.compare(a.head.id(), b.head.id());
      };

  private final TimingWheel<HeapJob> wheel;
  private final TreeSet<HeapJob> reached = new TreeSet<>(BY_DEADLINE);

  DeadlineOrder(long now) {
    this.wheel = new TimingWheel<>(now);
  }

  void add(HeapJob job, long deadline) {
    wheel.schedule(job, deadline);
  }

  void remove(HeapJob job) {
    if (!wheel.cancel(job)) {
      reached.remove(job);
    }
  }

  List<JobHead> reached(long now, int max) {
    advance(now);
    List<JobHead> heads = new ArrayList<>();
    for (HeapJob job : reached) {
      if (heads.size() == max || job.deadlineMillis() > now) {
        break;
      }
      heads.add(job.head);
    }
    return heads;
  }

  long countReached(long now, Predicate<HeapJob> wanted) {
    advance(now);
    return reached.stream().takeWhile(job -> job.deadlineMillis() <= now).filter(wanted).count();
  }

  /** The earliest deadline, reached or not. */
  long next() {
    advance(wheel.currentMillis());
    return reached.isEmpty() ? wheel.nextExpiry() : reached.first().deadlineMillis();
  }

  // The clock may step back, the wheel does not: what it hands out too soon waits among the
  // reached.
  private void advance(long now) {
    wheel.advance(Math.max(now, wheel.currentMillis()), reached::add);
  }
}
