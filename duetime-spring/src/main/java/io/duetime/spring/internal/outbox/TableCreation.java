package io.duetime.spring.internal.outbox;

import java.sql.DatabaseMetaData;
import java.util.Locale;
import javax.sql.DataSource;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.BadSqlGrammarException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.jdbc.support.JdbcUtils;
import org.springframework.jdbc.support.MetaDataAccessException;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/** On which databases a table that is missing is made at the start. */
public enum TableCreation {
  /** On each. */
  ALWAYS,
  /** On one in the memory of the process. */
  EMBEDDED,
  /** On none: a migration makes the table. */
  NEVER;

  /**
   * Makes a table if it is missing.
   *
   * @throws IllegalStateException if it is missing and may not be made
   */
  void make(DataSource database, String table, String statement) {
    JdbcTemplate jdbc = new JdbcTemplate(database);
    // A connection of a pool may not commit by itself.
    TransactionTemplate alone = new TransactionTemplate(new JdbcTransactionManager(database));
    alone.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
    // Not left to the statement, for which some databases want rights although the table is there.
    if (isThere(jdbc, alone, table)) {
      return;
    }
    if (this == NEVER || (this == EMBEDDED && !isInMemory(database))) {
      throw new IllegalStateException(
          "The table "
              + table
              + " is missing, and initialize-schema is "
              + name().toLowerCase(Locale.ROOT)
              + ". Let a migration make it: "
              + statement);
    }
    try {
      alone.executeWithoutResult(status -> jdbc.execute(statement));
    } catch (DataAccessException failure) {
      // Another process may have made it at the same time.
      if (!isThere(jdbc, alone, table)) {
        throw failure;
      }
    }
  }

  private static boolean isThere(JdbcTemplate jdbc, TransactionTemplate alone, String table) {
    try {
      alone.executeWithoutResult(
          status -> jdbc.queryForList("select 1 from " + table + " where 1 = 0"));
      return true;
    } catch (BadSqlGrammarException missing) {
      return false;
    }
  }

  private static boolean isInMemory(DataSource database) {
    try {
      String url = JdbcUtils.extractDatabaseMetaData(database, DatabaseMetaData::getURL);
      return url.startsWith("jdbc:h2:mem:");
    } catch (MetaDataAccessException failure) {
      throw new IllegalStateException("The database does not say where it is", failure);
    }
  }
}
