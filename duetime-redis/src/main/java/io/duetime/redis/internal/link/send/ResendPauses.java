package io.duetime.redis.internal.link.send;

import java.time.Duration;

/** Growing pauses, from a few milliseconds to a quarter of a second. Not thread safe. */
final class ResendPauses {
  private static final long FIRST_MILLIS = 2;
  private static final long LONGEST_MILLIS = 250;

  private long nextMillis = FIRST_MILLIS;

  Duration next() {
    long millis = nextMillis;
    nextMillis = Math.min(LONGEST_MILLIS, 2 * millis);
    return Duration.ofMillis(millis);
  }
}
