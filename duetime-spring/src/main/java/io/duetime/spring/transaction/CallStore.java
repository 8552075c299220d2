package io.duetime.spring.transaction;

import java.util.List;
import java.util.Map;

/** Stores the calls of a transaction in its database, so that a crash does not lose them. */
public interface CallStore {
  /** Sets what is run in each transaction, on its thread, when it has begun. */
  void inEachTransaction(Runnable begun);

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

  /** What operators see of the calls that are there. */
  Map<String, Object> details();

  /** Sends the calls of a transaction, which are stored and committed. Does not wait. */
  void committed(List<DeferredCall> calls);
}
