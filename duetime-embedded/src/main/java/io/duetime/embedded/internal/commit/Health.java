package io.duetime.embedded.internal.commit;

import io.duetime.DuetimeException;
import io.duetime.ErrorCode;
import io.duetime.RetryableException;
import io.duetime.StoreFailureException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether the store still works. It stops at the first write that failed, and at a fault of one of
 * its threads: what is on disk is not known any more, so nothing may be answered until it has been
 * opened again. Thread-safe.
 */
final class Health {
  private static final Logger LOG = LoggerFactory.getLogger(Health.class);

  private final AtomicReference<@Nullable StoreFailureException> failure = new AtomicReference<>();

  /** Made beforehand: the fault may be that there is no memory for another. */
  private final StoreFailureException unexplained =
      new StoreFailureException(
          ErrorCode.STORE_FAILED, "a thread of the store broke, perhaps without memory");

  private volatile boolean closed;

  void fail(StoreFailureException why) {
    if (failure.compareAndSet(null, why)) {
      try {
        LOG.error("The store has stopped: {}", why.getMessage(), why);
      } catch (RuntimeException | Error unlogged) {
        // A log line needs memory; what counts is that the store has stopped.
      }
    }
  }

  /**
   * Stops the store for a fault of one of its threads, as when there is no memory left. Throws
   * nothing.
   */
  StoreFailureException broke(String thread, Throwable fault) {
    StoreFailureException why = explained(thread, fault);
    fail(why);
    return why;
  }

  private StoreFailureException explained(String thread, Throwable fault) {
    try {
      return new StoreFailureException(
          ErrorCode.STORE_FAILED, "the " + thread + " broke: " + fault, fault);
    } catch (RuntimeException | Error another) {
      return unexplained;
    }
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

  /** Why nothing is done any more: the store has stopped, or is closed. */
  DuetimeException refusal() {
    StoreFailureException why = failure.get();
    return why == null ? closed() : why;
  }

  private static RetryableException closed() {
    return new RetryableException(ErrorCode.STORE_UNAVAILABLE, "the store is closed");
  }
}
