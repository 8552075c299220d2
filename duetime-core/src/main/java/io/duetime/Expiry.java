package io.duetime;

import io.duetime.text.DurationText;
import java.time.Duration;
import java.time.Instant;

/** The time after which a job must not run, and what happens to it then. Checked at every claim. */
public sealed interface Expiry {
  /** What happens to an expired job. */
  Action action();

  /** What happens to an expired job. */
  enum Action {
    /** It becomes a dead job with the reason EXPIRED. */
    BURY,
    /** It is deleted and counted as dropped. */
    DROP
  }

  /** Expires at a fixed moment, from 1970 to the year 9999. */
  record At(Instant instant, Action action) implements Expiry {
    /** Checks the range of the moment. */
    public At {
      Limits.moment("expiresAt", instant);
      Limits.given("expiry action", action);
    }

    /** Describes it, such as {@code DROP at 2026-03-01T06:00:00Z}. */
    @Override
    public String toString() {
      return action + " at " + instant;
    }
  }

  /**
   * Expires a duration after {@code firstDueAt}, and so follows a reschedule; 1 ms to 100 years.
   */
  record After(Duration duration, Action action) implements Expiry {
    /** Checks the range of the duration. */
    public After {
      Limits.within(
          "expiresAfter", duration, Duration.ofMillis(1), Limits.MAX_AHEAD, "1 ms to 100 years");
      Limits.given("expiry action", action);
    }

    /** Describes it, such as {@code BURY after 1h}. */
    @Override
    public String toString() {
      return action + " after " + DurationText.exact(duration);
    }
  }
}
