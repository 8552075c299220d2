package io.duetime.spring.transaction;

import java.util.List;
import java.util.Map;
import org.springframework.transaction.ConfigurableTransactionManager;

/** Stores the calls of a transaction in its database, so that a crash does not lose them. */
public interface CallStore {
  /** Sets what hears of each transaction. */
  void inEachTransaction(TransactionBegins.Told told);

  /**
   * Checks that this thread's transaction is one of the database.
   *
   * @throws IllegalStateException if it is not
   */
  void check();

  /** Stores calls in the transaction of this thread. */
  void store(List<DeferredCall> calls);

  /**
   * Whether this thread's transaction, which a manager has begun and commits, can be ended by
   * {@link #storeAndCommit}.
   */
  boolean commits(ConfigurableTransactionManager manager);

  /**
   * Stores calls in the transaction of this thread, of which only the commit is left, and may
   * commit it in the same round trip. The commit of its manager then finds nothing to do.
   */
  void storeAndCommit(List<DeferredCall> calls);

  /** Stores calls in a transaction of their own. */
  void storeAlone(List<DeferredCall> calls);

  /** What operators see of the calls that are there. */
  Map<String, Object> details();

  /** Sends the calls of a transaction, which are stored and committed. Does not wait. */
  void committed(List<DeferredCall> calls);
}
