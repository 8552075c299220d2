package io.duetime.spring.outbox;

import io.duetime.Job;
import io.duetime.spring.JobInbox;
import io.duetime.spring.SchemaInitialization;
import io.duetime.spring.transaction.DeferredCall;
import io.duetime.spring.transaction.TransactionBegins;
import io.duetime.time.Threads;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.dao.DuplicateKeyException;

/**
 * The rows of the inbox: for each queue and id the latest run. A job is told from a later one of
 * the same id by the call of the outbox that it is from, or else by the time at which the store
 * accepted it. Thread safe.
 */
public final class JdbcInbox implements JobInbox {
  private static final Logger LOG = LoggerFactory.getLogger(JdbcInbox.class);
  private static final int CLEANED_EVERY = 10_000;
  private static final Pattern MARK = Pattern.compile("[0-9a-f]{16}");
  private static final int HEX = 16;

  private static final String COLUMNS =
      """
      queue {name} not null,
      job {name} not null,
      scheduled_at bigint not null,
      fence bigint not null,
      done_at {moment} not null,
      primary key (queue, job)\
      """;

  private final OutboxTable table;
  private final Duration retention;
  private final AtomicInteger runs = new AtomicInteger();

  public JdbcInbox(
      DataSource database,
      TransactionBegins begins,
      String table,
      SchemaInitialization creation,
      Duration retention) {
    this.table = new OutboxTable(database, begins, table, creation, COLUMNS);
    this.retention = retention;
  }

  @Override
  public boolean isFirst(Job<?> job) {
    table.requireTransaction("The inbox needs a transaction of its DataSource");
    cleanNowAndThen();
    return isInserted(job) || isNewer(job, known(job));
  }

  private boolean isInserted(Job<?> job) {
    try {
      return table.update(
              "insert into {table} (queue, job, scheduled_at, fence, done_at)"
                  + " values (?, ?, ?, ?, {now}){unlessThere}",
              job.queue(),
              job.id(),
              scheduledAt(job),
              job.fence())
          == 1;
    } catch (DuplicateKeyException known) {
      return false;
    }
  }

  private Run known(Job<?> job) {
    List<Run> found =
        table.jdbc.query(
            table.sql(
                "select scheduled_at, fence from {table} where queue = ? and job = ? for update"),
            (row, number) -> new Run(row.getLong("scheduled_at"), row.getLong("fence")),
            job.queue(),
            job.id());
    if (found.isEmpty()) {
      // Removed in between, or refused without a reason, as H2 was seen to do after a crash. Only a
      // row that was seen tells that the effect is done; the next attempt looks again.
      throw new CannotAcquireLockException(
          "The inbox refuses the run of job %s of queue %s as known, and does not have it"
              .formatted(job.id(), job.queue()));
    }
    return found.get(0);
  }

  private boolean isNewer(Job<?> job, Run known) {
    if (known.scheduledAt() == scheduledAt(job)) {
      return false;
    }
    if (known.fence() > job.fence()) {
      throw new IllegalStateException(
          "The run of job %s of queue %s is stale: a later job with this id has run"
              .formatted(job.id(), job.queue()));
    }
    table.update(
        "update {table} set scheduled_at = ?, fence = ?, done_at = {now}"
            + " where queue = ? and job = ?",
        scheduledAt(job),
        job.fence(),
        job.queue(),
        job.id());
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
      table.alone.executeWithoutResult(status ->
          table.update("delete from {table} where done_at < {ago}", retention.toSeconds()));
    } catch (RuntimeException failure) {
      LOG.warn("Old rows of the inbox stay for now: {}", failure.toString());
    }
  }

  /** What tells a job from others of its id: its call, or when the store accepted it. */
  private static long scheduledAt(Job<?> job) {
    String mark = job.headers().getOrDefault(DeferredCall.Schedule.MARK, "");
    return MARK.matcher(mark).matches()
        ? Long.parseUnsignedLong(mark, HEX)
        : job.scheduledAt().toEpochMilli();
  }

  private record Run(long scheduledAt, long fence) {}
}
