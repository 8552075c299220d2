package io.duetime;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Thrown by a handler to say what is to become of the job, where failing by the rule will not do.
 * Not one of the errors of this library: those are {@link DuetimeException}s.
 */
public final class JobFailed extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final @Nullable Duration delay;

  private JobFailed(String reason, @Nullable Duration delay) {
    super(reason);
    this.delay = delay;
  }

  /** No further attempt: the job is buried with this reason. */
  public static JobFailed permanently(String reason) {
    return new JobFailed(Limits.given("reason", reason), null);
  }

  /**
   * The next attempt comes after this delay instead of the rule's; dead when the tries are used up.
   */
  public static JobFailed retryAfter(Duration delay, String reason) {
    Limits.delayMillis(delay);
    return new JobFailed(Limits.given("reason", reason), delay);
  }

  /** The same with the exception that led to it. */
  public JobFailed causedBy(Throwable cause) {
    initCause(Limits.given("cause", cause));
    return this;
  }

  /** How long until the next attempt; empty when there is to be none. */
  public Optional<Duration> delay() {
    return Optional.ofNullable(delay);
  }
}
