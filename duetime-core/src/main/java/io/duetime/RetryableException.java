package io.duetime;

import org.jspecify.annotations.Nullable;

/**
 * Nothing was done, and the same call may succeed later: the store is unreachable or full, or a
 * quota is used up.
 */
public final class RetryableException extends DuetimeException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates the error.
   *
   * @param code such as {@link ErrorCode#STORE_UNAVAILABLE}
   * @param message what happened, and what follows
   */
  public RetryableException(ErrorCode code, String message, @Nullable Throwable cause) {
    super(code, message, cause);
  }

  /** As {@link #RetryableException(ErrorCode, String, Throwable)}, without a cause. */
  public RetryableException(ErrorCode code, String message) {
    this(code, message, null);
  }
}
