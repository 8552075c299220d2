package io.duetime.embedded.internal.disk;

import io.duetime.ErrorCode;
import io.duetime.StoreFailureException;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

/** Turns what RocksDB throws into what this library says. */
final class DiskFailure {
  private DiskFailure() {}

  static StoreFailureException reading(RocksDBException failure) {
    if (isDamage(failure)) {
      return new StoreFailureException(
          ErrorCode.STORE_DAMAGED,
          "damaged data: "
              + failure.getMessage()
              + "; restore the folder from a backup, or move the named file away and run verify",
          failure);
    }
    return new StoreFailureException(
        ErrorCode.STORE_FAILED, "reading failed: " + failure.getMessage(), failure);
  }

  static StoreFailureException writing(RocksDBException failure) {
    return new StoreFailureException(
        ErrorCode.STORE_FAILED,
        "writing failed: " + failure.getMessage() + "; the store has stopped, reopen it",
        failure);
  }

  private static boolean isDamage(RocksDBException failure) {
    Status status = failure.getStatus();
    return status != null && status.getCode() == Status.Code.Corruption;
  }
}
