package io.duetime.internal.memory;

import io.duetime.internal.kernel.job.WholeJob;
import io.duetime.internal.kernel.list.IdOrder;
import io.duetime.internal.wheel.TimingWheel;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableSet;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Jobs that wait: in the wheel until they are due, then by priority in the order of due time and
 * id.
 *
 * <p>The clock may step back: the wheel does not, so a ready job need not be due any more: each
 * reader of the ready jobs checks the due time.
 */
final class WaitingOrder {
  private static final Comparator<HeapJob> BY_DUE_TIME =
      (a, b) -> {
        int byDueTime = Long.compare(a.head.dueAt(), b.head.dueAt());
        return byDueTime != 0 ? byDueTime : IdOrder.compare(a.head.id(), b.head.id());
      };

  private final TimingWheel<HeapJob> delayed;
  private final TreeMap<Long, NavigableSet<HeapJob>> ready = new TreeMap<>();

  WaitingOrder(long now) {
    this.delayed = new TimingWheel<>(now);
  }

  void add(HeapJob job) {
    if (job.head.dueAt() <= delayed.currentMillis()) {
      makeReady(job);
    } else {
      delayed.schedule(job, job.head.dueAt());
    }
  }

  void remove(HeapJob job) {
    if (delayed.cancel(job)) {
      return;
    }
    NavigableSet<HeapJob> level = ready.get(job.head.priority());
    if (level != null && level.remove(job) && level.isEmpty()) {
      ready.remove(job.head.priority());
    }
  }

  private void makeReady(HeapJob job) {
    ready.computeIfAbsent(job.head.priority(), priority -> new TreeSet<>(BY_DUE_TIME)).add(job);
  }

  private void advance(long now) {
    delayed.advance(Math.max(now, delayed.currentMillis()), this::makeReady);
  }

  List<WholeJob> due(long now, long before, int max, long maxBytes) {
    advance(Math.min(now, before - 1));
    SortedMap<Long, NavigableSet<HeapJob>> levels = before - 1 > now ? withAhead(before) : ready;
    List<WholeJob> due = new ArrayList<>();
    long bytes = 0;
    for (NavigableSet<HeapJob> level : levels.values()) {
      for (HeapJob job : level) {
        if (due.size() == max || bytes >= maxBytes) {
          return due;
        }
        if (job.head.dueAt() >= before) {
          break;
        }
        due.add(new WholeJob(job.head, job.body));
        bytes += job.body.payload().length;
      }
    }
    return due;
  }

  // A claim ahead must not advance the wheel's time, so this looks through the wheel.
  private SortedMap<Long, NavigableSet<HeapJob>> withAhead(long before) {
    TreeMap<Long, NavigableSet<HeapJob>> levels = new TreeMap<>();
    ready.forEach((priority, level) -> levels.put(priority, new TreeSet<>(level)));
    delayed.forEach(job -> {
      if (job.head.dueAt() < before) {
        levels
            .computeIfAbsent(job.head.priority(), priority -> new TreeSet<>(BY_DUE_TIME))
            .add(job);
      }
    });
    return levels;
  }

  long nextDue() {
    long next = delayed.nextExpiry();
    for (NavigableSet<HeapJob> level : ready.values()) {
      next = Math.min(next, level.first().head.dueAt());
    }
    return next;
  }

  long nextDueAfter(long now) {
    advance(now);
    long next = delayed.nextExpiry();
    for (NavigableSet<HeapJob> level : ready.values()) {
      for (HeapJob job : level.descendingSet()) {
        if (job.head.dueAt() <= now) {
          break;
        }
        next = Math.min(next, job.head.dueAt());
      }
    }
    return next;
  }

  long readyCount(long now) {
    advance(now);
    long count = 0;
    for (NavigableSet<HeapJob> level : ready.values()) {
      boolean allDue = level.last().head.dueAt() <= now;
      count +=
          allDue ? level.size() : level.stream().filter(job -> job.head.dueAt() <= now).count();
    }
    return count;
  }
}
