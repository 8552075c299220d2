package io.duetime.server.beanstalkd;

import io.duetime.Limits;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What this server knows of a tube beyond its store: connections and counts since the start. */
final class Tube {
  private static final int FIRST_BLOCK = 1_000;

  private final String name;
  int using;
  int watching;
  int waiting;
  long deletes;
  long pauses;

  // Since when no connection has referred to the tube, as far as checks have seen.
  private @Nullable Long unusedSince;

  // Until when the last pause-tube command of this server paused it, and for how many seconds.
  private Instant pausedUntil = Instant.MIN;
  private long pauseSeconds;

  // The numbers from next to end are reserved for jobs that are put here.
  private long first;
  private long next;
  private long end;
  private int blocks;

  Tube(String name) {
    this.name = name;
  }

  String name() {
    return name;
  }

  boolean isReferenced() {
    return using > 0 || watching > 0;
  }

  /** Whether no check has found a connection that refers to the tube for a while. */
  boolean isUnusedFor(Duration time, long nowNanos) {
    if (isReferenced()) {
      unusedSince = null;
      return false;
    }
    if (unusedSince == null) {
      unusedSince = nowNanos;
    }
    return nowNanos - unusedSince >= time.toNanos();
  }

  /** The tube counts as used until now. */
  void usedUntil(long nowNanos) {
    unusedSince = nowNanos;
  }

  boolean hasCounts() {
    return deletes > 0 || pauses > 0;
  }

  void paused(Instant until, long seconds) {
    pauses++;
    pausedUntil = until;
    pauseSeconds = seconds;
  }

  /** How long a pause with an end was to last; what is left if another one began it. */
  long pauseSeconds(Instant until, long leftSeconds) {
    return until.equals(pausedUntil) ? pauseSeconds : leftSeconds;
  }

  boolean hasNumbers() {
    return next < end;
  }

  long takeNumber() {
    return next++;
  }

  /**
   * How many numbers to reserve next; a store keeps every block, so a busy tube takes larger ones.
   */
  int blockSize() {
    return Math.min(FIRST_BLOCK << Math.min(blocks, 10), Limits.MAX_BATCH);
  }

  void numbers(long newFirst, int size) {
    blocks++;
    first = newFirst;
    next = newFirst;
    end = newFirst + size;
  }

  /** Whether a number is in the block that the tube takes its numbers from. */
  boolean owns(long number) {
    return number >= first && number < end;
  }
}
