package io.duetime.wheel;

import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * Timers by their deadline: in a wheel until it is reached, then in order until they are removed.
 * Not thread-safe.
 *
 * @param <T> the timers it holds
 */
public final class DeadlineOrder<T extends WheelTimer> {
  private final TimingWheel<T> wheel;
  private final TreeSet<T> reached;

  /**
   * Makes an order without timers.
   *
   * @param ofOneMoment the order of timers with the same deadline
   */
  public DeadlineOrder(long now, Comparator<? super T> ofOneMoment) {
    this.wheel = new TimingWheel<>(now);
    this.reached =
        new TreeSet<>(
            Comparator.<T>comparingLong(WheelTimer::deadlineMillis).thenComparing(ofOneMoment));
  }

  public void add(T timer, long deadline) {
    wheel.schedule(timer, deadline);
  }

  public void remove(T timer) {
    if (!wheel.cancel(timer)) {
      reached.remove(timer);
    }
  }

  /** The first timers whose deadline has been reached. */
  public List<T> reached(long now, int max) {
    advance(now);
    return reached.stream().takeWhile(timer -> timer.deadlineMillis() <= now).limit(max).toList();
  }

  /** How many such timers there are of a kind. */
  public long countReached(long now, Predicate<T> wanted) {
    advance(now);
    return reached.stream()
        .takeWhile(timer -> timer.deadlineMillis() <= now)
        .filter(wanted)
        .count();
  }

  /** The earliest deadline, reached or not; {@link TimingWheel#NEVER} if there is none. */
  public long next() {
    advance(wheel.currentMillis());
    return reached.isEmpty() ? wheel.nextExpiry() : reached.first().deadlineMillis();
  }

  // The clock may step back, the wheel does not: what it hands out too soon waits among the
  // reached.
  private void advance(long now) {
    wheel.advance(Math.max(now, wheel.currentMillis()), reached::add);
  }
}
