package io.duetime;

import io.duetime.internal.text.DurationText;
import java.time.Duration;
import java.time.Instant;

/** Until when a job is worth doing, and what becomes of it afterwards. Judged at every claim. */
public sealed interface Expiry {
  /** What becomes of an expired job. */
  Action action();

  /** What an expired job turns into. */
  enum Action {
    /** A dead job with the reason EXPIRED. */
    BURY,
    /** Nothing; it is counted as dropped. */
    DROP
  }

  /** Expires at a fixed moment. */
  record At(Instant instant, Action action) implements Expiry {
    /** Checks that the moment lies between 1970 and the year 10000. */
    public At {
      Limits.moment("expiresAt", instant);
      Limits.given("expiry action", action);
    }

    /** Such as {@code DROP at 2026-03-01T06:00:00Z}. */
    @Override
    public String toString() {
      return action + " at " + instant;
    }
  }

  /** Expires some time after {@code firstDueAt}, so that it follows a reschedule. */
  record After(Duration duration, Action action) implements Expiry {
    /** Checks that the time is from 1 ms to 100 years. */
    public After {
      Limits.within(
          "expiresAfter", duration, Duration.ofMillis(1), Limits.MAX_AHEAD, "1 ms to 100 years");
      Limits.given("expiry action", action);
    }

    /** Such as {@code BURY after 1h}. */
    @Override
    public String toString() {
      return action + " after " + DurationText.exact(duration);
    }
  }
}
