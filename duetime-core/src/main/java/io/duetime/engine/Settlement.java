package io.duetime.engine;

import io.duetime.InvalidRequestException;
import io.duetime.Limits;
import org.jspecify.annotations.Nullable;

/**
 * What to do with one leased job. Refused as LEASE_LOST, changing nothing, once the lease is over.
 */
public sealed interface Settlement {
  /** The lease meant. */
  LeaseToken lease();

  /** Done. */
  record Ack(LeaseToken lease) implements Settlement {
    /** Checks that there is a lease. */
    public Ack {
      Limits.given("lease", lease);
    }
  }

  /**
   * Failed, to be tried again by its rule, or dead when its tries are used up.
   *
   * @param delayMillis instead of the rule's backoff; null for the rule's
   * @param priority instead of the job's; null to keep it
   * @param reason shown in the history, shortened to 2,000 characters
   */
  record Retry(LeaseToken lease, @Nullable Long delayMillis, @Nullable Long priority, String reason)
      implements Settlement {
    /** Checks the ranges and shortens the reason. */
    public Retry {
      Limits.given("lease", lease);
      if (delayMillis != null && (delayMillis < 0 || delayMillis > Limits.MAX_AHEAD.toMillis())) {
        throw new InvalidRequestException("delay", delayMillis + " ms", "0 to 100 years");
      }
      if (priority != null) {
        Limits.priority(priority);
      }
      reason = shorten(reason);
    }
  }

  /** Failed for good: kept as a dead job. */
  record Bury(LeaseToken lease, @Nullable Long priority, String reason) implements Settlement {
    /** Checks the priority and shortens the reason. */
    public Bury {
      Limits.given("lease", lease);
      if (priority != null) {
        Limits.priority(priority);
      }
      reason = shorten(reason);
    }
  }

  /**
   * Still running: the lease is to last so many milliseconds from the store's now, never less than
   * it did.
   */
  record Extend(LeaseToken lease, long extendByMillis) implements Settlement {
    /** Checks the range. */
    public Extend {
      Limits.given("lease", lease);
      if (extendByMillis < 1 || extendByMillis > Limits.MAX_LEASE.toMillis()) {
        throw new InvalidRequestException("extendBy", extendByMillis + " ms", "1 ms to 365 days");
      }
    }
  }

  /** Not begun: given back with the due time it had, its try refunded. */
  record Release(LeaseToken lease) implements Settlement {
    /** Checks that there is a lease. */
    public Release {
      Limits.given("lease", lease);
    }
  }

  private static String shorten(String reason) {
    return Limits.given("reason", reason).length() <= Limits.MAX_REASON_LENGTH
        ? reason
        : reason.substring(0, Limits.MAX_REASON_LENGTH - 1) + "…";
  }
}
