package io.duetime.internal.async;

import io.duetime.TimeSource;
import io.duetime.TimeSource.Timer;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The moment at which a loop is to go on, and the timer for it. An answer sets the moment anew;
 * what was heard since the question was asked keeps it early. Not thread safe.
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

  /** An alarm without a time; {@code task} runs when one that was set has come. */
  public Alarm(TimeSource time, Runnable task) {
    this.time = time;
    this.task = task;
    this.origin = time.nanoTime();
  }

  /** A question is being asked: its answer will tell the moment. */
  public void asked() {
    dueAt = NEVER;
    heardOf = NEVER;
  }

  /** The answer: go on after a time, or earlier if so much has been heard meanwhile. */
  public void answered(Duration delay) {
    dueAt = Math.min(heardOf, later(delay));
  }

  /** Something new: go on after a time at the latest. */
  public void hear(Duration delay) {
    heardOf = Math.min(heardOf, later(delay));
    dueAt = Math.min(dueAt, heardOf);
  }

  /** Newer news: go on after a time, whatever was heard before. */
  public void put(Duration delay) {
    heardOf = later(delay);
    dueAt = heardOf;
  }

  /** Go on after a time, and not before it whatever is heard. */
  public void pause(Duration delay) {
    notBefore = elapsed() + delay.toNanos();
    dueAt = notBefore;
  }

  /** Whether the time has come. */
  public boolean isDue() {
    return Math.max(dueAt, notBefore) <= elapsed();
  }

  /** Lets the task be run at the moment, unless that is arranged already. */
  public void arm() {
    long moment = Math.max(dueAt, notBefore);
    if (moment == armedFor || dueAt == NEVER) {
      return;
    }
    disarm();
    armedFor = moment;
    timer = time.after(Duration.ofNanos(Math.max(0, moment - elapsed())), task);
  }

  /** Called off, or rung. */
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
