package io.duetime;

import org.jspecify.annotations.Nullable;

/**
 * The root of everything this library throws. Its children say what the caller can do: {@link
 * InvalidRequestException} fix the request, {@link RetryableException} try again later, {@link
 * OutcomeUnknownException} look before repeating, {@link StoreFailureException} give up.
 */
public abstract sealed class DuetimeException extends RuntimeException
    permits InvalidRequestException,
        RetryableException,
        OutcomeUnknownException,
        StoreFailureException {
  private static final long serialVersionUID = 1L;

  private final ErrorCode code;

  DuetimeException(ErrorCode code, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.code = code;
  }

  /** The stable name of the error. */
  public final ErrorCode code() {
    return code;
  }
}
