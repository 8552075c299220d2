package io.duetime.spring.internal.transaction;

import java.util.List;

/** Stores the calls of a transaction in its database, so that a crash does not lose them. */
public interface CallStore {
  /**
   * Checks that this thread's transaction is one of the database.
   *
   * @throws IllegalStateException if it is not
   */
  void check();

  /** Stores calls in the transaction of this thread. */
  void store(List<DeferredCall> calls);

  /** Stores calls in a transaction of their own. */
  void storeAlone(List<DeferredCall> calls);

  /** Sends the calls of a transaction, which are stored and committed. Does not wait. */
  void committed(List<DeferredCall> calls);
}
