package io.duetime.async;

import io.duetime.TimeSource;
import io.duetime.TimeSource.Timer;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the time at which a loop continues, and its timer. An answer sets the time; a signal that
 * arrived after the question was asked keeps it early. Not thread safe.
 */
public final class Alarm {
  private static final long NEVER = Long.MAX_VALUE;

  private final TimeSource time;
  private final Runnable task;
  private final long origin;
  private @Nullable Timer timer;

  // In nanoseconds since the origin, so that they can be compared.
  private long dueAt = NEVER;
  private long heardOf = NEVER;
  private long notBefore;
  private long armedFor = NEVER;

  /** Creates an alarm without a time; {@code task} runs at the time that is set. */
  public Alarm(TimeSource time, Runnable task) {
    this.time = time;
    this.task = task;
    this.origin = time.nanoTime();
  }

  /** Notes that a question is asked, whose answer will set the time. */
  public void asked() {
    dueAt = NEVER;
    heardOf = NEVER;
  }

  /** Continues after a delay, or earlier if a signal since the question asked for it. */
  public void answered(Duration delay) {
    dueAt = Math.min(heardOf, later(delay));
  }

  /** Continues after a delay at the latest. */
  public void ringIn(Duration delay) {
    heardOf = Math.min(heardOf, later(delay));
    dueAt = Math.min(dueAt, heardOf);
  }

  /** Continues after a delay, whatever was heard before. */
  public void put(Duration delay) {
    heardOf = later(delay);
    dueAt = heardOf;
  }

  /** Continues after a delay, and not earlier, whatever is heard. */
  public void pause(Duration delay) {
    notBefore = elapsed() + delay.toNanos();
    dueAt = notBefore;
  }

  public boolean isDue() {
    return Math.max(dueAt, notBefore) <= elapsed();
  }

  /** Starts the timer, unless it runs for this time already. */
  public void arm() {
    long moment = Math.max(dueAt, notBefore);
    if (moment == armedFor || dueAt == NEVER) {
      return;
    }
    disarm();
    armedFor = moment;
    timer = time.after(Duration.ofNanos(Math.max(0, moment - elapsed())), task);
  }

  /** Cancels the timer, or clears it after it has run. */
  public void disarm() {
    if (timer != null) {
      timer.cancel();
      timer = null;
    }
    armedFor = NEVER;
  }

  private long later(Duration delay) {
    return elapsed() + Math.max(0, delay.toNanos());
  }

  private long elapsed() {
    return time.nanoTime() - origin;
  }
}
