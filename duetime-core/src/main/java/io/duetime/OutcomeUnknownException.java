package io.duetime;

import org.jspecify.annotations.Nullable;

/**
 * Says that a call was sent and may or may not have taken effect; look at the job before repeating
 * it.
 */
public final class OutcomeUnknownException extends DuetimeException {
  private static final long serialVersionUID = 1L;

  /** With the operation, queue and id in the message. */
  public OutcomeUnknownException(String message, @Nullable Throwable cause) {
    super(ErrorCode.OUTCOME_UNKNOWN, message, cause);
  }
}
