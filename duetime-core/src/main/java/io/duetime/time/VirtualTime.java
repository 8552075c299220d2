package io.duetime.time;

import io.duetime.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Time that moves when it is told to, and an executor that runs its tasks when time is moved: a
 * whole program on the calling thread, every time in the same order.
 *
 * <p>Tasks may be handed in by any thread; time is moved, and tasks are run, by one thread at a
 * time. A task that moves time, or waits, runs what comes meanwhile inside itself.
 */
public final class VirtualTime implements TimeSource, Executor {
  // Guarded by this.
  private final Queue<Runnable> ready = new ArrayDeque<>();
  private final PriorityQueue<Event> events =
      new PriorityQueue<>(Comparator.comparing(Event::at).thenComparingLong(Event::order));
  private final Instant start;
  private Instant now;
  private long order;

  public VirtualTime(Instant start) {
    this.start = start;
    this.now = start;
  }

  @Override
  public synchronized Instant instant() {
    return now;
  }

  @Override
  public synchronized long nanoTime() {
    return Duration.between(start, now).toNanos();
  }

  @Override
  public synchronized Timer after(Duration delay, Runnable task) {
    Instant at = delay.isNegative() ? now : later(now, delay);
    Event event = new Event(at, order++, task);
    events.add(event);
    return () -> forget(event);
  }

  /** Runs a task before time moves on. */
  @Override
  public synchronized void execute(Runnable task) {
    ready.add(task);
  }

  /** Runs everything that is to be run now, and all that comes of it. */
  public void runReady() {
    for (Runnable next = nextUntil(instant()); next != null; next = nextUntil(instant())) {
      next.run();
    }
  }

  /** Moves on by a time, stopping at every moment at which something is to be run. */
  public void advance(Duration by) {
    advanceTo(later(instant(), by));
  }

  /** As {@link #advance}, up to a moment; does not go back. */
  public void advanceTo(Instant target) {
    for (Runnable next = nextUntil(target); next != null; next = nextUntil(target)) {
      next.run();
    }
    moveTo(target);
  }

  /** When something is to be run next: now, later, or never. */
  public synchronized Optional<Instant> nextEvent() {
    if (!ready.isEmpty()) {
      return Optional.of(now);
    }
    return Optional.ofNullable(events.peek()).map(Event::at);
  }

  public void sleep(Duration time) {
    advance(time);
  }

  /** Moves time on, event by event, until the future is complete. */
  @Override
  public void await(CompletableFuture<?> future) {
    while (!future.isDone()) {
      Runnable next = nextUntil(Instant.MAX);
      if (next == null) {
        throw new IllegalStateException("waits for what no coming event can bring");
      }
      next.run();
    }
  }

  private synchronized @Nullable Runnable nextUntil(Instant limit) {
    Runnable task = ready.poll();
    if (task != null) {
      return task;
    }
    Event event = events.peek();
    if (event == null || event.at.isAfter(limit)) {
      return null;
    }
    events.poll();
    moveTo(event.at);
    return event.task;
  }

  private synchronized void moveTo(Instant target) {
    if (target.isAfter(now)) {
      now = target;
    }
  }

  private synchronized void forget(Event event) {
    events.remove(event);
  }

  private static Instant later(Instant from, Duration by) {
    return by.compareTo(Duration.between(from, Instant.MAX)) >= 0 ? Instant.MAX : from.plus(by);
  }

  private record Event(Instant at, long order, Runnable task) {
    @Override
    public boolean equals(@Nullable Object other) {
      return this == other;
    }

    @Override
    public int hashCode() {
      return Long.hashCode(order);
    }
  }
}
