package io.duetime;

import org.jspecify.annotations.Nullable;

/**
 * Says that nothing was done, and that the same call may succeed later: store away, disk full,
 * quota used up.
 */
public final class RetryableException extends DuetimeException {
  private static final long serialVersionUID = 1L;

  /**
   * With a code such as {@link ErrorCode#STORE_UNAVAILABLE} and a message that says what happens
   * next.
   */
  public RetryableException(ErrorCode code, String message, @Nullable Throwable cause) {
    super(code, message, cause);
  }

  /** As {@link #RetryableException(ErrorCode, String, Throwable)}, without a cause. */
  public RetryableException(ErrorCode code, String message) {
    this(code, message, null);
  }
}
