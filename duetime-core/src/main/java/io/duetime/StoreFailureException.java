package io.duetime;

import org.jspecify.annotations.Nullable;

/**
 * Says that the store cannot go on without a person: locked, damaged, failed, or a fault in this
 * library.
 */
public final class StoreFailureException extends DuetimeException {
  private static final long serialVersionUID = 1L;

  /**
   * With a code such as {@link ErrorCode#STORE_DAMAGED} and a message that names the file and what
   * to do.
   */
  public StoreFailureException(ErrorCode code, String message, @Nullable Throwable cause) {
    super(code, message, cause);
  }

  /** As {@link #StoreFailureException(ErrorCode, String, Throwable)}, without a cause. */
  public StoreFailureException(ErrorCode code, String message) {
    this(code, message, null);
  }
}
