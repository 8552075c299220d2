package io.duetime.spring.internal.transaction;

import java.util.List;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.transaction.TransactionException;

/** The calls of a transaction could not be stored before its commit; it is rolled back. */
final class CallsNotStoredException extends QueryTimeoutException {
  CallsNotStoredException(List<DeferredCall> calls, TransactionException cause) {
    super(
        "The transaction is rolled back, as "
            + calls.size()
            + " calls of Duetime could not be stored in it: "
            + cause.getMessage(),
        cause);
  }
}
