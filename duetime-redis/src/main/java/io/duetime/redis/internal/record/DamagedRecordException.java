package io.duetime.redis.internal.record;

/** Says that bytes of the store cannot be understood. */
public final class DamagedRecordException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  DamagedRecordException(String message) {
    super(message);
  }

  DamagedRecordException(String message, Throwable cause) {
    super(message, cause);
  }
}
