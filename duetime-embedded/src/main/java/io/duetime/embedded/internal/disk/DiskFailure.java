package io.duetime.embedded.internal.disk;

import io.duetime.ErrorCode;
import io.duetime.StoreFailureException;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

/** Turns what RocksDB throws into what this library says. */
final class DiskFailure {
  private static final String REMEDY =
      "restore the folder from a backup, or write what can be read to a file with 'duetime export'"
          + " and import it into a new folder";

  private DiskFailure() {}

  @FunctionalInterface
  interface Read<T> {
    T make() throws RocksDBException;
  }

  @FunctionalInterface
  interface Write {
    void make() throws RocksDBException;
  }

  static <T> T reading(Read<T> call) {
    try {
      return call.make();
    } catch (RocksDBException failure) {
      throw isDamage(failure)
          ? new StoreFailureException(
              ErrorCode.STORE_DAMAGED,
              "damaged data: " + failure.getMessage() + "; " + REMEDY,
              failure)
          : new StoreFailureException(
              ErrorCode.STORE_FAILED, "reading failed: " + failure.getMessage(), failure);
    }
  }

  static void writing(Write call) {
    try {
      call.make();
    } catch (RocksDBException failure) {
      throw new StoreFailureException(
          ErrorCode.STORE_FAILED,
          "writing failed: " + failure.getMessage() + "; the store has stopped, reopen it",
          failure);
    }
  }

  private static boolean isDamage(RocksDBException failure) {
    Status status = failure.getStatus();
    return status != null && status.getCode() == Status.Code.Corruption;
  }
}
