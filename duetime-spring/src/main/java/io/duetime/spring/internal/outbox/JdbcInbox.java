package io.duetime.spring.internal.outbox;

import io.duetime.Job;
import io.duetime.internal.time.Threads;
import io.duetime.spring.JobInbox;
import io.duetime.spring.internal.transaction.TransactionBegins;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * The rows of the inbox: for each queue and id the latest run. A job is told from a later one of
 * the same id by the call of the outbox that it is from, or else by the time at which the store
 * accepted it. Thread safe.
 */
public final class JdbcInbox implements JobInbox {
  private static final Logger LOG = LoggerFactory.getLogger(JdbcInbox.class);
  private static final int CLEANED_EVERY = 10_000;

  private final OwnTransaction own;
  private final JdbcTemplate jdbc;
  private final String table;
  private final Dialect dialect;
  private final Duration retention;
  private final TransactionTemplate alone;
  private final AtomicInteger runs = new AtomicInteger();

  /** Opens the inbox in a table, which may be missing. */
  public JdbcInbox(
      DataSource database,
      TransactionBegins begins,
      String table,
      TableCreation creation,
      Duration retention) {
    this.own = new OwnTransaction(database, begins);
    this.jdbc = new JdbcTemplate(database);
    this.alone = new TransactionTemplate(new JdbcTransactionManager(database));
    // MariaDB and MySQL would lock every row that they look at.
    this.alone.setIsolationLevel(TransactionDefinition.ISOLATION_READ_COMMITTED);
    this.table = table;
    this.dialect = Dialect.of(database);
    this.retention = retention;
    creation.make(database, table, dialect.createInbox(table));
  }

  @Override
  public boolean isFirst(Job<?> job) {
    if (!own.isOpen()) {
      throw new IllegalStateException("The inbox needs a transaction of its DataSource");
    }
    cleanNowAndThen();
    return isInserted(job) || isNewer(job, known(job));
  }

  private boolean isInserted(Job<?> job) {
    try {
      return jdbc.update(
              dialect.insertRun(table), job.queue(), job.id(), scheduled(job), job.fence())
          == 1;
    } catch (DuplicateKeyException known) {
      return false;
    }
  }

  private Run known(Job<?> job) {
    List<Run> found =
        jdbc.query(
            "select scheduled_at, fence from " + table + " where queue = ? and job = ? for update",
            (row, number) -> new Run(row.getLong("scheduled_at"), row.getLong("fence")),
            job.queue(),
            job.id());
    if (found.isEmpty()) {
      // Removed in between, or refused without a reason, as H2 was seen to do after a crash. Only a
      // row that was seen tells that the effect is done; the next attempt looks again.
      throw new CannotAcquireLockException(
          "The inbox refuses the run of job "
              + job.id()
              + " of queue "
              + job.queue()
              + " as known, and does not have it");
    }
    return found.get(0);
  }

  private boolean isNewer(Job<?> job, Run known) {
    if (known.scheduledAt() == scheduled(job)) {
      return false;
    }
    if (known.fence() > job.fence()) {
      throw new IllegalStateException(
          "The run of job "
              + job.id()
              + " of queue "
              + job.queue()
              + " is stale: a later job with this id has run");
    }
    jdbc.update(dialect.updateRun(table), scheduled(job), job.fence(), job.queue(), job.id());
    return true;
  }

  // By runs, not by time, so that an inbox without runs costs nothing. Beside the handler, whose
  // transaction would hold the locks of the rows.
  private void cleanNowAndThen() {
    if (runs.incrementAndGet() % CLEANED_EVERY == 1) {
      Threads.daemons("duetime-inbox-cleaner").newThread(this::clean).start();
    }
  }

  private void clean() {
    try {
      alone.executeWithoutResult(
          status -> jdbc.update(dialect.removeRuns(table), retention.toSeconds()));
    } catch (RuntimeException failure) {
      LOG.warn("Old rows of {} stay for now: {}", table, failure.toString());
    }
  }

  private static long scheduled(Job<?> job) {
    return CallMark.of(job);
  }

  private record Run(long scheduledAt, long fence) {}
}
