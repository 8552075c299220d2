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

  private final @Nullable Duration delay;

  private JobFailed(String reason, @Nullable Duration delay) {
    super(reason);
    this.delay = delay;
  }

  /** Buries the job with a reason: no further attempt follows. */
  public static JobFailed permanently(String reason) {
    return new JobFailed(Limits.given("reason", reason), null);
  }

  /**
   * Makes the next attempt due after a delay instead of the backoff of the retry policy. The job
   * dies if its attempts are used up.
   *
   * @param delay 0 to 100 years
   */
  public static JobFailed retryAfter(Duration delay, String reason) {
    Limits.delayMillis(delay);
    return new JobFailed(Limits.given("reason", reason), delay);
  }

  /** Sets the exception that caused the failure, and returns this one. */
  public JobFailed causedBy(Throwable cause) {
    initCause(Limits.given("cause", cause));
    return this;
  }

  /** The delay of the next attempt; empty if the job is to be buried. */
  public Optional<Duration> delay() {
    return Optional.ofNullable(delay);
  }
}
