package io.duetime.architecture.seed;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.Date;

/** Breaks no rule: the clock is given. */
public final class TakesTimeFromOutside {
  Object[] ways(Clock clock) {
    return new Object[] {
      clock.instant(),
      clock.millis(),
      Instant.now(clock),
      LocalDateTime.now(clock),
      Clock.tick(clock, Duration.ofMillis(1)),
      new Date(clock.millis())
    };
  }
}
