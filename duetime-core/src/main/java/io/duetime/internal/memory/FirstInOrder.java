package io.duetime.internal.memory;

import io.duetime.internal.kernel.job.JobHead;
import io.duetime.internal.kernel.list.Position;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.Predicate;

/**
 * Picks the first few of many jobs, by moment and id by default, holding no more than those few.
 */
final class FirstInOrder {
  private static final Comparator<JobHead> ORDER = Comparator.comparing(Position::of);

  private FirstInOrder() {}

  static List<JobHead> of(Collection<JobHead> heads, Predicate<JobHead> wanted, int limit) {
    return of(heads, wanted, limit, ORDER);
  }

  static List<JobHead> of(
      Collection<JobHead> heads, Predicate<JobHead> wanted, int limit, Comparator<JobHead> order) {
    PriorityQueue<JobHead> first = new PriorityQueue<>(order.reversed());
    for (JobHead head : heads) {
      if (wanted.test(head)) {
        first.add(head);
        if (first.size() > limit) {
          first.poll();
        }
      }
    }
    List<JobHead> sorted = new ArrayList<>(first);
    sorted.sort(order);
    return sorted;
  }
}
