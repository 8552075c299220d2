package io.duetime.spring.internal.outbox;

import io.duetime.spring.internal.transaction.CallStore;
import io.duetime.spring.internal.transaction.DeferredCall;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import javax.sql.DataSource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/** The rows of the outbox. Thread safe. */
public final class JdbcOutbox implements CallStore {
  /** The most calls that are read at once. */
  static final int BATCH = 200;

  private static final int MOST_REASON = 1_000;

  private final DataSource database;
  private final JdbcTemplate jdbc;
  private final TransactionTemplate alone;
  private final String table;
  private final Dialect dialect;
  private volatile Consumer<List<DeferredCall>> whenCommitted = calls -> {};

  /** Opens the outbox in a table, and makes the table if it is missing. */
  public JdbcOutbox(DataSource database, String table) {
    this.database = database;
    this.jdbc = new JdbcTemplate(database);
    this.alone = new TransactionTemplate(new JdbcTransactionManager(database));
    this.alone.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
    // MariaDB and MySQL would lock the gap behind the last row, so that no commit could insert.
    this.alone.setIsolationLevel(TransactionDefinition.ISOLATION_READ_COMMITTED);
    this.table = table;
    this.dialect = Dialect.of(database);
    jdbc.execute(dialect.createOutbox(table));
  }

  /** Sets what is called after each commit with calls. */
  void whenCommitted(Consumer<List<DeferredCall>> wake) {
    whenCommitted = wake;
  }

  @Override
  public void check() {
    if (!OwnTransaction.isOpen(database)) {
      throw new IllegalStateException(
          "The transaction is not one of the outbox's DataSource. Schedule in a transaction of that"
              + " DataSource, or call immediately().");
    }
  }

  @Override
  public void store(List<DeferredCall> calls) {
    List<Object[]> rows =
        calls.stream().map(call -> new Object[] {CallFormat.write(call)}).toList();
    jdbc.batchUpdate(dialect.insertCall(table), rows);
  }

  @Override
  public void storeAlone(List<DeferredCall> calls) {
    alone.executeWithoutResult(status -> store(calls));
  }

  @Override
  public void committed(List<DeferredCall> calls) {
    whenCommitted.accept(calls);
  }

  /**
   * Removes the first calls for which a sender finds an end, in one transaction.
   *
   * @return whether there may be more to send now
   */
  boolean forward(Function<List<Row>, List<End>> sender) {
    Boolean more =
        alone.execute(status -> {
          List<Row> rows = firstRows();
          List<End> ends = rows.isEmpty() ? List.of() : sender.apply(rows);
          remove(ends);
          return rows.size() == BATCH && ends.size() == BATCH;
        });
    return Boolean.TRUE.equals(more);
  }

  // The time is asked for when the rows are locked, for which another relay may let this one wait.
  private List<Row> firstRows() {
    List<Stored> stored =
        jdbc.query(
            dialect.firstCalls(table, BATCH),
            (found, number) ->
                new Stored(found.getLong("id"), found.getBytes("body"), found.getLong("created")));
    if (stored.isEmpty()) {
      return List.of();
    }
    Long now = jdbc.queryForObject(dialect.now(), Long.class);
    long millis = now == null ? 0 : now;
    return stored.stream()
        .map(row -> new Row(row.id(), row.body(), Duration.ofMillis(millis - row.created())))
        .toList();
  }

  private void remove(List<End> ends) {
    jdbc.batchUpdate(
        "delete from " + table + " where id = ?",
        ends.stream()
            .filter(end -> end.failure().isEmpty())
            .map(end -> new Object[] {end.id()})
            .toList());
    jdbc.batchUpdate(
        "update " + table + " set failure = ? where id = ?",
        ends.stream()
            .filter(end -> end.failure().isPresent())
            .map(end -> new Object[] {shortened(end.failure().get()), end.id()})
            .toList());
  }

  // Of characters that every database takes, so that no reason holds up the relay.
  private static String shortened(String reason) {
    return reason
        .codePoints()
        .limit(MOST_REASON)
        .map(c -> Character.isISOControl(c) || isHalf(c) ? '?' : c)
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }

  private static boolean isHalf(int codePoint) {
    return Character.getType(codePoint) == Character.SURROGATE;
  }

  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Stored(long id, byte[] body, long created) {}

  /** A stored call. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Row(long id, byte[] body, Duration age) {}

  /** The end of a call: done, or set aside with the reason for which it can never be done. */
  record End(long id, Optional<String> failure) {}
}
