package io.duetime.time;

import io.duetime.TimeSource;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Ends what stays open for too long.
 *
 * <p>Nothing has a timer of its own, which would wake the timer's thread at every call: one timer
 * waits for the earliest deadline, and then for the earliest of what is open by then. Thread safe.
 */
public final class Deadlines {
  private final TimeSource time;
  private final long beginNanos;
  private final Set<Open> open = ConcurrentHashMap.newKeySet();
  private final AtomicLong nextLook = new AtomicLong(Long.MAX_VALUE);

  public Deadlines(TimeSource time) {
    this.time = time;
    this.beginNanos = time.nanoTime();
  }

  private long now() {
    return time.nanoTime() - beginNanos;
  }

  /** Something that ends by itself after a time, unless it is closed before. */
  public Open open(Duration limit, Runnable end) {
    Open one = new Open(now() + limit.toNanos(), end);
    open.add(one);
    lookAt(one.deadline);
    return one;
  }

  private void lookAt(long moment) {
    if (moment < nextLook.get() && nextLook.getAndAccumulate(moment, Math::min) > moment) {
      time.after(Duration.ofNanos(Math.max(0, moment - now())), () -> look(moment));
    }
  }

  // Only the timer of the next look looks: one that an earlier look has taken the place of ends
  // here,
  // so that timers do not multiply. What is opened meanwhile either sees that no look is planned,
  // or
  // is seen by this one.
  private void look(long moment) {
    if (!nextLook.compareAndSet(moment, Long.MAX_VALUE)) {
      return;
    }
    long now = now();
    long next = Long.MAX_VALUE;
    for (Open one : List.copyOf(open)) {
      if (one.deadline > now) {
        next = Math.min(next, one.deadline);
      } else if (open.remove(one)) {
        one.end.run();
      }
    }
    lookAt(next);
  }

  /** What is open; compared by identity. */
  public final class Open {
    private final long deadline;
    private final Runnable end;

    private Open(long deadline, Runnable end) {
      this.deadline = deadline;
      this.end = end;
    }

    /** Closes it; does nothing where it has ended. */
    public void close() {
      open.remove(this);
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return this == other;
    }

    // Those of one moment end in the same order in each run of a simulation.
    @Override
    public int hashCode() {
      return Long.hashCode(deadline);
    }
  }
}
