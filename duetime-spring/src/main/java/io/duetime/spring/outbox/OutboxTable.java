package io.duetime.spring.outbox;

import io.duetime.spring.SchemaInitialization;
import io.duetime.spring.transaction.TransactionBegins;
import java.sql.DatabaseMetaData;
import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.BadSqlGrammarException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.ConnectionHolder;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.jdbc.support.JdbcUtils;
import org.springframework.jdbc.support.MetaDataAccessException;
import org.springframework.transaction.ConfigurableTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/** A table of outbox or inbox in the application's database. Thread safe. */
final class OutboxTable {
  /** Runs statements, in the transaction of the thread if it has one. */
  final JdbcTemplate jdbc;

  /** Runs transactions beside that of the thread. */
  final TransactionTemplate alone;

  private final OwnTransaction own;
  private final TransactionBegins begins;
  private final Dialect dialect;
  private final boolean commitsByStatement;
  private final String name;
  private final Map<String, String> statements = new ConcurrentHashMap<>();

  /**
   * Opens a table, which may be missing.
   *
   * @param columns the end of the statement that makes it
   * @throws IllegalStateException if it is missing and may not be made
   */
  OutboxTable(
      DataSource database,
      TransactionBegins begins,
      String name,
      SchemaInitialization creation,
      String columns) {
    this.own = new OwnTransaction(database, begins);
    this.begins = begins;
    this.jdbc = new JdbcTemplate(database);
    // A connection of a pool may not commit by itself.
    this.alone = new TransactionTemplate(new JdbcTransactionManager(database));
    alone.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
    // Reads lock nothing, and a change waits for another's end and looks again. Otherwise MariaDB
    // and MySQL would lock every row that they look at.
    alone.setIsolationLevel(TransactionDefinition.ISOLATION_READ_COMMITTED);
    this.dialect = Dialect.of(database);
    this.commitsByStatement = Dialect.isUsualPostgresql(database);
    this.name = name;
    // Not left to the statement, for which some databases want rights although the table is there.
    if (!isThere()) {
      make(creation, database, sql("create table if not exists {table} (\n" + columns + ")"));
    }
  }

  /** Returns a statement in the database's dialect, about this {@code {table}}. */
  String sql(String statement) {
    return statements.computeIfAbsent(statement, text -> dialect.sql(text, name));
  }

  int update(String statement, @Nullable Object... values) {
    return jdbc.update(sql(statement), values);
  }

  /**
   * Checks that this thread's transaction is one of the database.
   *
   * @param otherwise what is said if it is not
   */
  void requireTransaction(String otherwise) {
    if (!own.isOpen()) {
      throw new IllegalStateException(otherwise);
    }
  }

  /**
   * Whether the last statement of this thread's transaction may also commit it. PostgreSQL's driver
   * then has nothing to send for the commit of the connection, which is all that this very class of
   * managers does to commit. A timeout of the transaction is one of its statements, not of its
   * commit.
   */
  boolean commits(ConfigurableTransactionManager manager) {
    return commitsByStatement
        && manager.getClass().equals(JdbcTransactionManager.class)
        && begins.isLastToHear(manager)
        && own.isOpenBy((JdbcTransactionManager) manager);
  }

  private void make(SchemaInitialization creation, DataSource database, String statement) {
    boolean isAllowed =
        switch (creation) {
          case ALWAYS -> true;
          case EMBEDDED -> isInMemory(database);
          case NEVER -> false;
        };
    if (!isAllowed) {
      throw new IllegalStateException(
          "The table %s is missing, and initialize-schema is %s. Let a migration make it: %s"
              .formatted(name, creation.name().toLowerCase(Locale.ROOT), statement));
    }
    try {
      alone.executeWithoutResult(status -> jdbc.execute(statement));
    } catch (DataAccessException failure) {
      // Another process may have made it at the same time.
      if (!isThere()) {
        throw failure;
      }
    }
  }

  private boolean isThere() {
    try {
      alone.executeWithoutResult(
          status -> jdbc.queryForList(sql("select 1 from {table} where 1 = 0")));
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

  /** Tells whether statements belong to a transaction that is open. Thread safe. */
  static final class OwnTransaction {
    private final DataSource database;

    // What is bound stays bound while a transaction of another database runs inside its own.
    private final Set<Object> suspended =
        Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

    OwnTransaction(DataSource database, TransactionBegins begins) {
      this.database = database;
      begins.tell(manager -> watch());
    }

    /**
     * Whether what this thread writes to the database is committed or rolled back with the
     * transaction of this thread. In a transaction of something else a read binds a connection,
     * too; but only a manager of the database's transactions binds one that is in a transaction.
     */
    boolean isOpen() {
      return TransactionSynchronizationManager.isActualTransactionActive()
          && bound() instanceof ConnectionHolder bound
          // JPA and Hibernate bind theirs without this mark, which that of a read has.
          && (!bound.isSynchronizedWithTransaction() || new Probe(database).isOpen())
          && !suspended.contains(bound);
    }

    /** Whether it is one of a manager, without a timeout. */
    boolean isOpenBy(JdbcTransactionManager manager) {
      return database.equals(manager.getDataSource())
          && isOpen()
          && bound() instanceof ConnectionHolder holder
          && !holder.hasTimeout();
    }

    private @Nullable Object bound() {
      return TransactionSynchronizationManager.getResource(database);
    }

    private void watch() {
      if (TransactionSynchronizationManager.isSynchronizationActive()) {
        TransactionSynchronizationManager.registerSynchronization(new Suspension());
      }
    }

    private final class Suspension implements TransactionSynchronization {
      private @Nullable Object held;

      @Override
      public void suspend() {
        held = bound();
        if (held != null) {
          suspended.add(held);
        }
      }

      @Override
      public void resume() {
        suspended.remove(held);
      }
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
}
