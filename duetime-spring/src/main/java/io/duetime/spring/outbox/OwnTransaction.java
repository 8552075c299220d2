package io.duetime.spring.outbox;

import io.duetime.spring.transaction.TransactionBegins;
import java.util.Collections;
import java.util.Set;
import java.util.WeakHashMap;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.datasource.ConnectionHolder;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Tells whether statements belong to a transaction that is open. Thread safe. */
final class OwnTransaction {
  private final DataSource database;

  // What is bound stays bound while a transaction of another database runs inside its own.
  private final Set<Object> suspended =
      Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

  OwnTransaction(DataSource database, TransactionBegins begins) {
    this.database = database;
    begins.tell(this::watch);
  }

  /**
   * Whether what this thread writes to the database is committed or rolled back with the
   * transaction of this thread. In a transaction of something else a read binds a connection, too;
   * but only a manager of the database's transactions binds one that is in a transaction.
   */
  boolean isOpen() {
    return TransactionSynchronizationManager.isActualTransactionActive()
        && bound() instanceof ConnectionHolder bound
        // JPA and Hibernate bind theirs without this mark, which that of a read has.
        && (!bound.isSynchronizedWithTransaction() || new Probe(database).isOpen())
        && !suspended.contains(bound);
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
