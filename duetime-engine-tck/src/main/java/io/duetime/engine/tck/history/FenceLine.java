package io.duetime.engine.tck.history;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/** The fences of one shard, met in the order in which their claims began. */
final class FenceLine {
  private final long skewMillis;
  private final PriorityQueue<Event> open =
      new PriorityQueue<>(Comparator.comparingLong(claim -> claim.span().endMillis()));
  private long greatestOver;

  FenceLine(long skewMillis) {
    this.skewMillis = skewMillis;
  }

  /** The greatest fence of all claims that were over before this one began. */
  long before(Event claim) {
    List<Event> over = new ArrayList<>();
    while (!open.isEmpty() && open.peek().span().overBy(skewMillis) < claim.span().startMillis()) {
      over.add(open.poll());
    }
    for (Event one : over) {
      greatestOver = Math.max(greatestOver, one.held().fence());
    }
    open.add(claim);
    return greatestOver;
  }
}
