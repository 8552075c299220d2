package io.duetime.redis.internal.record;

import java.util.function.Supplier;

/** Bytes of the store cannot be decoded. */
public final class DamagedRecordException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public DamagedRecordException(String message) {
    super(message);
  }

  private DamagedRecordException(RuntimeException refused) {
    super("a record with a value that is not allowed", refused);
  }

  /**
   * Decodes. Values that check themselves throw an exception of their own for a damaged record,
   * which is translated.
   */
  public static <T> T unless(Supplier<T> reading) {
    try {
      return reading.get();
    } catch (DamagedRecordException malformed) {
      throw malformed;
    } catch (RuntimeException refused) {
      throw new DamagedRecordException(refused);
    }
  }
}
