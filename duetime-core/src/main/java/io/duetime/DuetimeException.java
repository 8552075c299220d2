package io.duetime;

import org.jspecify.annotations.Nullable;

/**
 * The root of all exceptions that this library throws. Each child says what the caller can do:
 *
 * <ul>
 *   <li>{@link InvalidRequestException}: fix the request;
 *   <li>{@link RetryableException}: repeat it later;
 *   <li>{@link OutcomeUnknownException}: look at the job before repeating the request;
 *   <li>{@link StoreFailureException}: stop, until a person or a restart has repaired the store.
 * </ul>
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

  /** The stable code of the error, as {@code docs/errors.md} lists it. */
  public final ErrorCode code() {
    return code;
  }
}
