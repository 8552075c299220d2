package io.duetime;

import org.jspecify.annotations.Nullable;

/**
 * The store cannot continue without help: it is closed, locked, damaged or failed, or this library
 * has a fault.
 */
public final class StoreFailureException extends DuetimeException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates the error.
   *
   * @param code such as {@link ErrorCode#STORE_DAMAGED}
   * @param message what happened, with the file, and what to do
   */
  public StoreFailureException(ErrorCode code, String message, @Nullable Throwable cause) {
    super(code, message, cause);
  }

  /** As {@link #StoreFailureException(ErrorCode, String, Throwable)}, without a cause. */
  public StoreFailureException(ErrorCode code, String message) {
    this(code, message, null);
  }
}
