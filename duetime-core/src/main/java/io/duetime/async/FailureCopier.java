package io.duetime.async;

import io.duetime.DuetimeException;
import io.duetime.InvalidRequestException;
import io.duetime.OutcomeUnknownException;
import io.duetime.RetryableException;
import io.duetime.StoreFailureException;

/** Copies a failure with its type and code; the copy has the original as its cause. */
public final class FailureCopier {
  private FailureCopier() {}

  /** Copies a failure with its message and the stack of this thread. */
  public static DuetimeException copy(DuetimeException original) {
    return copy(original, String.valueOf(original.getMessage()));
  }

  /** Copies a failure with another message. The message of an invalid request stays. */
  public static DuetimeException copy(DuetimeException original, String message) {
    if (original instanceof InvalidRequestException invalid) {
      return new InvalidRequestException(invalid);
    }
    if (original instanceof RetryableException) {
      return new RetryableException(original.code(), message, original);
    }
    return original instanceof OutcomeUnknownException
        ? new OutcomeUnknownException(message, original)
        : new StoreFailureException(original.code(), message, original);
  }
}
