package io.duetime.spring.internal.outbox;

import io.duetime.Job;
import io.duetime.spring.JobInbox;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.ConnectionHolder;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * The rows of the inbox: for each queue and id the latest run. A job is told from a later one of
 * the same id by the time at which the store accepted it. Thread safe.
 */
public final class JdbcInbox implements JobInbox {
  private static final int CLEANED_EVERY = 10_000;

  private final DataSource database;
  private final JdbcTemplate jdbc;
  private final String table;
  private final Dialect dialect;
  private final Duration retention;
  private final AtomicInteger runs = new AtomicInteger();

  /** Opens the inbox in a table, and makes the table if it is missing. */
  public JdbcInbox(DataSource database, String table, Duration retention) {
    this.database = database;
    this.jdbc = new JdbcTemplate(database);
    this.table = table;
    this.dialect = Dialect.of(database);
    this.retention = retention;
    jdbc.execute(dialect.createInbox(table));
  }

  @Override
  public boolean isFirst(Job<?> job) {
    if (!(TransactionSynchronizationManager.getResource(database) instanceof ConnectionHolder)) {
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

  // By runs, not by time, so that an inbox without runs costs nothing.
  private void cleanNowAndThen() {
    if (runs.incrementAndGet() % CLEANED_EVERY == 1) {
      jdbc.update(dialect.removeRuns(table), retention.toSeconds());
    }
  }

  private static long scheduled(Job<?> job) {
    return job.scheduledAt().toEpochMilli();
  }

  private record Run(long scheduledAt, long fence) {}
}
