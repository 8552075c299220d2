package io.duetime;

import org.jspecify.annotations.Nullable;

/**
 * A call was sent, and it is unknown whether it took effect. Look at the job before repeating it.
 */
public final class OutcomeUnknownException extends DuetimeException {
  private static final long serialVersionUID = 1L;

  /** Creates the error; the message has the operation, queue and id. */
  public OutcomeUnknownException(String message, @Nullable Throwable cause) {
    super(ErrorCode.OUTCOME_UNKNOWN, message, cause);
  }
}
