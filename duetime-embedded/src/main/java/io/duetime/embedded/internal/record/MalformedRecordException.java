package io.duetime.embedded.internal.record;

/** Says that bytes are not a record this version can understand. */
public final class MalformedRecordException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** With what was found instead. */
  public MalformedRecordException(String message) {
    super(message);
  }

  /** With the check that refused what was read. */
  MalformedRecordException(String message, RuntimeException cause) {
    super(message, cause);
  }
}
