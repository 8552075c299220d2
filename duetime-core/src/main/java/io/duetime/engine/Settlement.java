package io.duetime.engine;

import io.duetime.InvalidRequestException;
import io.duetime.Limits;
import org.jspecify.annotations.Nullable;

/**
 * Settles or extends one lease. After the deadline of the lease it is refused as LEASE_LOST and
 * changes nothing.
 */
public sealed interface Settlement {
  /** The lease. */
  LeaseToken lease();

  /**
   * Acknowledges the job as done.
   *
   * @param message kept with the end of the job while it is remembered, shortened to 2,000
   *     characters
   */
  record Ack(LeaseToken lease, String message) implements Settlement {
    /** Checks that the lease is not null, and shortens the message. */
    public Ack {
      Limits.given("lease", lease);
      message = shorten("message", message);
    }

    /** An acknowledgement without a message. */
    public Ack(LeaseToken lease) {
      this(lease, "");
    }
  }

  /**
   * Ends the attempt as failed. The job is retried by its retry policy, or dies if its attempts are
   * used up.
   *
   * @param delayMillis replaces the backoff of the retry policy, 0 to 100 years; null keeps it
   * @param priority replaces the job's priority; null keeps it
   * @param isEarly whether the next attempt may be due before the due time that the job had, as by
   *     the release of the beanstalkd protocol
   * @param isUnconfirmed whether the attempt may have had its effect
   * @param reason shown in the history, shortened to 2,000 characters
   */
  record Retry(
      LeaseToken lease,
      @Nullable Long delayMillis,
      @Nullable Long priority,
      boolean isEarly,
      boolean isUnconfirmed,
      String reason)
      implements Settlement {
    /** Checks the ranges and shortens the reason. */
    public Retry {
      Limits.given("lease", lease);
      checkDelay(delayMillis);
      if (priority != null) {
        Limits.priority(priority);
      }
      reason = shorten("reason", reason);
    }

    /** A retry that is not due before the due time that the job had. */
    public Retry(
        LeaseToken lease, @Nullable Long delayMillis, @Nullable Long priority, String reason) {
      this(lease, delayMillis, priority, false, false, reason);
    }

    /** The same retry, also before the due time that the job had. */
    public Retry early() {
      return new Retry(lease, delayMillis, priority, true, isUnconfirmed, reason);
    }

    /** The same retry after an attempt that may have had its effect. */
    public Retry unconfirmed() {
      return new Retry(lease, delayMillis, priority, isEarly, true, reason);
    }
  }

  /**
   * Ends the attempt as failed for good: the job is kept as a dead job (dead letter).
   *
   * @param priority replaces the job's priority; null keeps it
   * @param isUnconfirmed whether the attempt may have had its effect
   * @param reason shown in the history, shortened to 2,000 characters
   */
  record Bury(LeaseToken lease, @Nullable Long priority, boolean isUnconfirmed, String reason)
      implements Settlement {
    /** Checks the priority and shortens the reason. */
    public Bury {
      Limits.given("lease", lease);
      if (priority != null) {
        Limits.priority(priority);
      }
      reason = shorten("reason", reason);
    }

    /** A burial after an attempt that had no effect. */
    public Bury(LeaseToken lease, @Nullable Long priority, String reason) {
      this(lease, priority, false, reason);
    }

    /** The same burial after an attempt that may have had its effect. */
    public Bury unconfirmed() {
      return new Bury(lease, priority, true, reason);
    }
  }

  /** Extends the lease to so many milliseconds after the store's now; it never becomes shorter. */
  record Extend(LeaseToken lease, long extendByMillis) implements Settlement {
    /** Checks the range. */
    public Extend {
      Limits.given("lease", lease);
      if (extendByMillis < 1 || extendByMillis > Limits.MAX_LEASE.toMillis()) {
        throw new InvalidRequestException("extendBy", extendByMillis + " ms", "1 ms to 365 days");
      }
    }
  }

  /**
   * Releases a job, its attempt being refunded.
   *
   * @param delayMillis the job is due this long after the store's now (snooze), 0 to 100 years;
   *     null keeps its due time
   * @param interruption what interrupted the handler, noted in the history as INTERRUPTED and
   *     shortened to 2,000 characters; null if nothing did. After {@link #FREE_INTERRUPTIONS} in a
   *     row each further one counts as a failed attempt
   * @param isUnconfirmed whether the attempt may have had its effect
   */
  record Release(
      LeaseToken lease,
      @Nullable Long delayMillis,
      @Nullable String interruption,
      boolean isUnconfirmed)
      implements Settlement {
    /** How many interruptions in a row count no attempt. */
    public static final int FREE_INTERRUPTIONS = 10;

    /** Checks the range and shortens the text. */
    public Release {
      Limits.given("lease", lease);
      checkDelay(delayMillis);
      interruption = interruption == null ? null : shorten("interruption", interruption);
    }

    /** A release of a job whose attempt had no effect. */
    public Release(LeaseToken lease, @Nullable Long delayMillis, @Nullable String interruption) {
      this(lease, delayMillis, interruption, false);
    }

    /** A release that nothing interrupted. */
    public Release(LeaseToken lease, @Nullable Long delayMillis) {
      this(lease, delayMillis, null);
    }

    /** The release of a job that was not begun: its due time is unchanged. */
    public Release(LeaseToken lease) {
      this(lease, null);
    }

    /** The same release after an attempt that may have had its effect. */
    public Release unconfirmed() {
      return new Release(lease, delayMillis, interruption, true);
    }
  }

  private static void checkDelay(@Nullable Long delayMillis) {
    if (delayMillis != null && (delayMillis < 0 || delayMillis > Limits.MAX_AHEAD.toMillis())) {
      throw new InvalidRequestException("delay", delayMillis + " ms", "0 to 100 years");
    }
  }

  private static String shorten(String field, String text) {
    return Limits.given(field, text).length() <= Limits.MAX_REASON_LENGTH
        ? text
        : text.substring(0, Limits.MAX_REASON_LENGTH - 1) + "…";
  }
}
