package io.duetime.spring.internal.outbox;

import javax.sql.DataSource;
import org.springframework.jdbc.datasource.ConnectionHolder;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Tells whether statements belong to a transaction that is open. */
final class OwnTransaction {
  private OwnTransaction() {}

  /**
   * Whether what this thread writes to a database is committed or rolled back with the transaction
   * of this thread. In a transaction of something else a read binds a connection, too; but only a
   * manager of the database's transactions binds one that is in a transaction.
   */
  static boolean isOpen(DataSource database) {
    return TransactionSynchronizationManager.isActualTransactionActive()
        && TransactionSynchronizationManager.getResource(database) instanceof ConnectionHolder bound
        // JPA and Hibernate bind theirs without this mark, which that of a read has.
        && (!bound.isSynchronizedWithTransaction() || new Probe(database).isOpen());
  }

  /** Asks as the manager of JDBC transactions does before it joins one. */
  private static final class Probe extends DataSourceTransactionManager {
    private static final long serialVersionUID = 1;

    Probe(DataSource database) {
      super(database);
    }

    boolean isOpen() {
      return isExistingTransaction(doGetTransaction());
    }
  }
}
