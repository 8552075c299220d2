package io.duetime.bench.wheel;

import java.time.Duration;
import java.util.Locale;
import java.util.SplittableRandom;

/** How far away the timers are, in random order. */
public enum Delays {
  /** Uniform within a minute. */
  MINUTE,

  /** From a millisecond to a year, each order of magnitude as likely as any other. */
  YEAR;

  static final long MINUTE_MILLIS = Duration.ofMinutes(1).toMillis();
  static final long YEAR_MILLIS = Duration.ofDays(365).toMillis();

  public long[] draw(int count, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    long[] delays = new long[count];
    for (int i = 0; i < count; i++) {
      delays[i] = draw(random);
    }
    return delays;
  }

  private long draw(SplittableRandom random) {
    return switch (this) {
      case MINUTE -> random.nextLong(1, MINUTE_MILLIS + 1);
      case YEAR -> Math.round(Math.exp(random.nextDouble() * Math.log((double) YEAR_MILLIS)));
    };
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
