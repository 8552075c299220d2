package io.duetime.redis.internal.record;

/** Says that bytes of the store cannot be understood. */
public final class MalformedRecordException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  MalformedRecordException(String message) {
    super(message);
  }

  MalformedRecordException(String message, Throwable cause) {
    super(message, cause);
  }
}
