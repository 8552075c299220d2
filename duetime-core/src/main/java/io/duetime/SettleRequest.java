package io.duetime;

import java.io.Serializable;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How to settle a lease: by {@link Lease#settle}, for many leases by {@link JobQueue#settleAll}, or
 * at the end of a handler by {@link JobFailed#settling}. Immutable.
 *
 * <p>The static methods serve callers; the records are what engines read.
 */
public sealed interface SettleRequest extends Serializable {
  /** What is done with a lease. */
  enum Verb {
    /** Acknowledges. */
    ACK,
    /** Retries. */
    RETRY,
    /** Buries. */
    BURY,
    /** Extends. */
    EXTEND,
    /** Releases. */
    RELEASE;

    /** Whether it ends the lease. */
    public boolean endsLease() {
      return this != EXTEND;
    }

    /** Whether the durability of the queue is asked for; the others ask for none. */
    public boolean isDurable() {
      return this != EXTEND && this != RELEASE;
    }
  }

  /** Acknowledges the job as done. */
  static SettleRequest ack() {
    return Ack.PLAIN;
  }

  /** As {@link Lease#retry(String)}. */
  static SettleRequest retry(String reason) {
    return new Retry(null, null, reason);
  }

  /** As {@link Lease#retry(Duration, String)}. */
  static SettleRequest retry(Duration delay, String reason) {
    return new Retry(Limits.delayMillis(delay), null, reason);
  }

  /** As {@link Lease#bury}. */
  static SettleRequest bury(String reason) {
    return new Bury(null, reason);
  }

  /** As {@link Lease#extend}. */
  static SettleRequest extend(Duration by) {
    return new Extend(Limits.leaseMillis("extendBy", by));
  }

  /**
   * As {@link Lease#extend}, with a note of how far the job has come.
   *
   * @param note 1 to 200 bytes of UTF-8 without control characters, as by {@link Job#note}
   */
  static SettleRequest extend(Duration by, String note) {
    return new Extend(Limits.leaseMillis("extendBy", by), Limits.note(note));
  }

  /** As {@link Lease#release()}. */
  static SettleRequest release() {
    return Release.PLAIN;
  }

  /** As {@link Lease#release(Duration)}. */
  static SettleRequest release(Duration delay) {
    return new Release(Limits.delayMillis(delay));
  }

  /** What is done. */
  Verb verb();

  /** The delay until the job is due again; null if the request names none. */
  default @Nullable Long delayMillis() {
    return null;
  }

  /** The priority that replaces the job's; null if it stays. */
  default @Nullable Long priority() {
    return null;
  }

  /** Why the attempt failed; empty if the request says nothing about it. */
  default String reason() {
    return "";
  }

  /** Whether the attempt may have had its effect. */
  default boolean isUnconfirmed() {
    return false;
  }

  /** The same request with another reason, if it keeps one. */
  default SettleRequest because(String reason) {
    Limits.given("reason", reason);
    if (this instanceof Retry one) {
      return new Retry(one.delayMillis, one.priority, one.isEarly, one.isUnconfirmed, reason);
    }
    return this instanceof Bury one ? new Bury(one.priority, one.isUnconfirmed, reason) : this;
  }

  /** The same request after an attempt that may have had its effect. */
  default SettleRequest unconfirmed() {
    return this;
  }

  /**
   * Acknowledges the job as done.
   *
   * @param message kept with the end of the job while it is remembered, shortened to 2,000
   *     characters
   */
  record Ack(String message) implements SettleRequest {
    private static final Ack PLAIN = new Ack("");

    /** Shortens the message. */
    public Ack {
      message = shorten("message", message);
    }

    @Override
    public Verb verb() {
      return Verb.ACK;
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
      @Nullable Long delayMillis,
      @Nullable Long priority,
      boolean isEarly,
      boolean isUnconfirmed,
      String reason)
      implements SettleRequest {
    /** Checks the ranges and shortens the reason. */
    public Retry {
      checkDelay(delayMillis);
      checkPriority(priority);
      reason = shorten("reason", reason);
    }

    /** A retry that is not due before the due time that the job had. */
    public Retry(@Nullable Long delayMillis, @Nullable Long priority, String reason) {
      this(delayMillis, priority, false, false, reason);
    }

    @Override
    public Verb verb() {
      return Verb.RETRY;
    }

    /** The same retry, also before the due time that the job had. */
    public Retry early() {
      return new Retry(delayMillis, priority, true, isUnconfirmed, reason);
    }

    @Override
    public Retry unconfirmed() {
      return new Retry(delayMillis, priority, isEarly, true, reason);
    }
  }

  /**
   * Ends the attempt as failed for good: the job is kept as a dead job (dead letter).
   *
   * @param priority replaces the job's priority; null keeps it
   * @param isUnconfirmed whether the attempt may have had its effect
   * @param reason shown in the history, shortened to 2,000 characters
   */
  record Bury(@Nullable Long priority, boolean isUnconfirmed, String reason)
      implements SettleRequest {
    /** Checks the priority and shortens the reason. */
    public Bury {
      checkPriority(priority);
      reason = shorten("reason", reason);
    }

    /** A burial after an attempt that had no effect. */
    public Bury(@Nullable Long priority, String reason) {
      this(priority, false, reason);
    }

    @Override
    public Verb verb() {
      return Verb.BURY;
    }

    @Override
    public Bury unconfirmed() {
      return new Bury(priority, true, reason);
    }
  }

  /**
   * Extends a lease; it never becomes shorter.
   *
   * @param extendByMillis counted from the store's now
   * @param note how far the job has come; null keeps the note that it has
   */
  record Extend(long extendByMillis, @Nullable String note) implements SettleRequest {
    /** Checks the range and the note. */
    public Extend {
      if (extendByMillis < 1 || extendByMillis > Limits.MAX_LEASE.toMillis()) {
        throw new InvalidRequestException("extendBy", extendByMillis + " ms", "1 ms to 365 days");
      }
      note = note == null ? null : Limits.note(note);
    }

    /** An extension without a note. */
    public Extend(long extendByMillis) {
      this(extendByMillis, null);
    }

    @Override
    public Verb verb() {
      return Verb.EXTEND;
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
  record Release(@Nullable Long delayMillis, @Nullable String interruption, boolean isUnconfirmed)
      implements SettleRequest {
    /** How many interruptions in a row count no attempt. */
    public static final int FREE_INTERRUPTIONS = 10;

    private static final Release PLAIN = new Release(null);

    /** Checks the range and shortens the text. */
    public Release {
      checkDelay(delayMillis);
      interruption = interruption == null ? null : shorten("interruption", interruption);
    }

    /** A release of a job whose attempt had no effect. */
    public Release(@Nullable Long delayMillis, @Nullable String interruption) {
      this(delayMillis, interruption, false);
    }

    /** A release that nothing interrupted. */
    public Release(@Nullable Long delayMillis) {
      this(delayMillis, null);
    }

    @Override
    public Verb verb() {
      return Verb.RELEASE;
    }

    @Override
    public Release unconfirmed() {
      return new Release(delayMillis, interruption, true);
    }
  }

  private static void checkDelay(@Nullable Long delayMillis) {
    if (delayMillis != null && (delayMillis < 0 || delayMillis > Limits.MAX_AHEAD.toMillis())) {
      throw new InvalidRequestException("delay", delayMillis + " ms", "0 to 100 years");
    }
  }

  private static void checkPriority(@Nullable Long priority) {
    if (priority != null) {
      Limits.priority(priority);
    }
  }

  private static String shorten(String field, String text) {
    return Limits.given(field, text).length() <= Limits.MAX_REASON_LENGTH
        ? text
        : text.substring(0, Limits.MAX_REASON_LENGTH - 1) + "…";
  }
}
