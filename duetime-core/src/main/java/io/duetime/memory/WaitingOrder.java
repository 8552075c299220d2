package io.duetime.memory;

import io.duetime.kernel.job.JobHead.WholeJob;
import io.duetime.kernel.job.Position.IdOrder;
import io.duetime.memory.HeapTable.HeapJob;
import io.duetime.wheel.TimingWheel;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableSet;
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
    Due due = new Due(max, maxBytes);
    for (NavigableSet<HeapJob> level : ready.values()) {
      for (HeapJob job : level) {
        if (due.isFull() || job.head.dueAt() > now || job.head.dueAt() >= before) {
          break;
        }
        due.add(job);
      }
    }
    if (before - 1 > now && !due.isFull()) {
      ahead(now, before).forEach(due::add);
    }
    return due.jobs;
  }

  // A claim ahead must not advance the wheel's time, so this looks through the wheel.
  private NavigableSet<HeapJob> ahead(long now, long before) {
    NavigableSet<HeapJob> ahead = new TreeSet<>(BY_DUE_TIME);
    ready.values().forEach(ahead::addAll);
    delayed.forEach(ahead::add);
    ahead.removeIf(job -> job.head.dueAt() <= now || job.head.dueAt() >= before);
    return ahead;
  }

  private static final class Due {
    final List<WholeJob> jobs = new ArrayList<>();
    private final int max;
    private long bytesLeft;

    Due(int max, long maxBytes) {
      this.max = max;
      this.bytesLeft = maxBytes;
    }

    boolean isFull() {
      return jobs.size() == max || bytesLeft <= 0;
    }

    void add(HeapJob job) {
      if (!isFull()) {
        jobs.add(new WholeJob(job.head, job.body.copy()));
        bytesLeft -= job.body.payload().length;
      }
    }
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
