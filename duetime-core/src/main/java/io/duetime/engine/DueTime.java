package io.duetime.engine;

import io.duetime.InvalidRequestException;
import java.time.Instant;

/**
 * When a job is due: a moment, or a delay that the store adds to its own clock when it accepts the
 * job.
 */
public sealed interface DueTime {
  /** The due time in epoch milliseconds, given the store's now. */
  long resolve(long nowMillis);

  /** At a moment; one in the past means due now, ordered by the time given. */
  static DueTime at(long epochMillis) {
    return new At(epochMillis);
  }

  /** So many milliseconds after the store accepts the request. */
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
      // Beyond the end of time is too far ahead, not in the past.
      return delayMillis > Long.MAX_VALUE - nowMillis ? Long.MAX_VALUE : nowMillis + delayMillis;
    }
  }
}
