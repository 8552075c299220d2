package io.duetime.engine;

import io.duetime.InvalidRequestException;
import java.time.Instant;

/** A due time: a moment, or a delay that the store adds to its clock when it accepts the job. */
public sealed interface DueTime {
  /** Returns the due time in epoch milliseconds, given the store's now. */
  long resolve(long nowMillis);

  /**
   * Returns a moment. A moment in the past means now; such jobs are ordered by the moments given.
   */
  static DueTime at(long epochMillis) {
    return new At(epochMillis);
  }

  /** Returns a delay in milliseconds after the store accepts the request. */
  static DueTime after(long delayMillis) {
    return new After(delayMillis);
  }

  /** A moment in epoch milliseconds, not before the epoch. */
  record At(long epochMillis) implements DueTime {
    /** Refuses a moment before the epoch. */
    public At {
      if (epochMillis < 0) {
        throw new InvalidRequestException(
            "dueAt", Instant.ofEpochMilli(epochMillis), "from 1970-01-01T00:00:00Z on");
      }
    }

    @Override
    public long resolve(long nowMillis) {
      return epochMillis;
    }
  }

  /** A delay in milliseconds, not negative. */
  record After(long delayMillis) implements DueTime {
    /** Refuses a negative delay. */
    public After {
      if (delayMillis < 0) {
        throw new InvalidRequestException("delay", delayMillis + " ms", "0 or more");
      }
    }

    @Override
    public long resolve(long nowMillis) {
      // A sum that overflows is too far ahead, not in the past.
      return delayMillis > Long.MAX_VALUE - nowMillis ? Long.MAX_VALUE : nowMillis + delayMillis;
    }
  }
}
