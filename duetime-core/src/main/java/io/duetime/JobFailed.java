package io.duetime;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Thrown by a handler to decide what happens to its job, instead of its retry policy. Not an error
 * of this library: those are {@link DuetimeException}s.
 */
public final class JobFailed extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private static final Duration NOT_BEGUN_DELAY = Duration.ofSeconds(1);

  private final @Nullable Duration delay;
  private final Next next;
  private boolean unconfirmed;

  private enum Next {
    RETRY,
    BURY,
    RELEASE
  }

  private JobFailed(String reason, @Nullable Duration delay, Next next) {
    super(reason);
    this.delay = delay;
    this.next = next;
  }

  /** Buries the job with a reason: no further attempt follows. */
  public static JobFailed permanently(String reason) {
    return new JobFailed(Limits.given("reason", reason), null, Next.BURY);
  }

  /**
   * Makes the next attempt due after a delay instead of the backoff of the retry policy. The job
   * dies if its attempts are used up.
   *
   * @param delay 0 to 100 years
   */
  public static JobFailed retryAfter(Duration delay, String reason) {
    Limits.delayMillis(delay);
    return new JobFailed(Limits.given("reason", reason), delay, Next.RETRY);
  }

  /**
   * Retries the job by its retry policy, with a reason that is kept without a stack trace. The job
   * dies if its attempts are used up.
   */
  public static JobFailed retry(String reason) {
    return new JobFailed(Limits.given("reason", reason), null, Next.RETRY);
  }

  /**
   * Releases the job for a second. As {@link #notBegun(String, Duration)} with a delay of 1 s, so
   * that a handler without room does not keep other jobs from running.
   */
  public static JobFailed notBegun(String reason) {
    return notBegun(reason, NOT_BEGUN_DELAY);
  }

  /**
   * Releases the job until later (snooze): its attempt is refunded, and it is due after a delay.
   * For handlers that could not begin; the reason is logged only.
   *
   * @param delay 0 to 100 years
   */
  public static JobFailed notBegun(String reason, Duration delay) {
    Limits.delayMillis(delay);
    return new JobFailed(Limits.given("reason", reason), delay, Next.RELEASE);
  }

  /**
   * Says that the attempt may have had its effect, as after an answer that was lost. Later attempts
   * know it ({@link JobInfo#mayHaveArrived}).
   */
  public JobFailed unconfirmed() {
    unconfirmed = true;
    return this;
  }

  /** Whether the attempt may have had its effect. */
  public boolean isUnconfirmed() {
    return unconfirmed;
  }

  /** Sets the exception that caused the failure, and returns this one. */
  public JobFailed causedBy(Throwable cause) {
    initCause(Limits.given("cause", cause));
    return this;
  }

  /** Whether the job is released instead of retried or buried. */
  public boolean isReleased() {
    return next == Next.RELEASE;
  }

  /** Whether the job is buried. */
  public boolean isPermanent() {
    return next == Next.BURY;
  }

  /** The delay until the job is due again; empty if the retry policy sets it or none follows. */
  public Optional<Duration> delay() {
    return Optional.ofNullable(delay);
  }
}
