package io.duetime.redis.internal.record;

/** Bytes of the store cannot be decoded. */
public final class DamagedRecordException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  DamagedRecordException(String message) {
    super(message);
  }

  DamagedRecordException(String message, Throwable cause) {
    super(message, cause);
  }
}
