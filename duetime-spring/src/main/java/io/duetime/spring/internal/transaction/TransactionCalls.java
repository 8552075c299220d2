package io.duetime.spring.internal.transaction;

/** Keeps calls that are made inside a transaction. */
interface TransactionCalls {
  /** Whether a call of this thread is to be kept now. */
  boolean isDeferring();

  /** Keeps a call for the commit of the transaction of this thread. */
  void add(DeferredCall call);
}
