package io.duetime.spring.internal.outbox;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.springframework.jdbc.CannotGetJdbcConnectionException;
import org.springframework.jdbc.datasource.ConnectionHolder;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Tells whether statements belong to a transaction that is open. */
final class OwnTransaction {
  private OwnTransaction() {}

  /** Whether what this thread writes to a database is committed or rolled back later. */
  static boolean isOpen(DataSource database) {
    if (!TransactionSynchronizationManager.isActualTransactionActive()
        || !(TransactionSynchronizationManager.getResource(database) instanceof ConnectionHolder)) {
      return false;
    }
    // A read binds its connection also where the transaction is of another database, or is none.
    Connection connection = DataSourceUtils.getConnection(database);
    try {
      return !connection.getAutoCommit();
    } catch (SQLException failure) {
      throw new CannotGetJdbcConnectionException("The connection does not tell its mode", failure);
    } finally {
      DataSourceUtils.releaseConnection(connection, database);
    }
  }
}
