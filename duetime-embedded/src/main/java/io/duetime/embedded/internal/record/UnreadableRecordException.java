package io.duetime.embedded.internal.record;

/** Says that bytes are not a record this version can understand. */
public final class UnreadableRecordException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public UnreadableRecordException(String message) {
    super(message);
  }

  UnreadableRecordException(String message, RuntimeException cause) {
    super(message, cause);
  }
}
