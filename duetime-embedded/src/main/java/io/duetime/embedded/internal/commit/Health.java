package io.duetime.embedded.internal.commit;

import io.duetime.ErrorCode;
import io.duetime.RetryableException;
import io.duetime.StoreFailureException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether the store still works. It stops at the first write that failed: what is on disk is not
 * known any more, so nothing may be answered until it has been opened again. Thread-safe.
 */
final class Health {
  private static final Logger LOG = LoggerFactory.getLogger(Health.class);

  private final AtomicReference<@Nullable StoreFailureException> failure = new AtomicReference<>();
  private volatile boolean closed;

  void fail(StoreFailureException why) {
    if (failure.compareAndSet(null, why)) {
      LOG.error("The store has stopped: {}", why.getMessage(), why);
    }
  }

  /** Stops the store for a fault of one of its threads, as when there is no memory left. */
  StoreFailureException broke(String thread, Throwable fault) {
    StoreFailureException why =
        new StoreFailureException(
            ErrorCode.STORE_FAILED, "the " + thread + " broke: " + fault, fault);
    fail(why);
    return why;
  }

  void close() {
    closed = true;
  }

  @Nullable StoreFailureException failure() {
    return failure.get();
  }

  /** Refuses calls to a store that has stopped. */
  void check() {
    StoreFailureException why = failure.get();
    if (why != null) {
      throw new StoreFailureException(
          ErrorCode.STORE_FAILED, "the store has stopped: " + why.getMessage(), why);
    }
  }

  /** Refuses new work for a store that has stopped or is closed. */
  void checkOpen() {
    check();
    if (closed) {
      throw closed();
    }
  }

  static RetryableException closed() {
    return new RetryableException(ErrorCode.STORE_UNAVAILABLE, "the store is closed");
  }
}
