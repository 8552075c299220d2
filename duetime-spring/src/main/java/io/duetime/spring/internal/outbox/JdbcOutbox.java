package io.duetime.spring.internal.outbox;

import io.duetime.InvalidRequestException;
import io.duetime.spring.internal.transaction.CallStore;
import io.duetime.spring.internal.transaction.DeferredCall;
import io.duetime.spring.internal.transaction.TransactionBegins;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.Function;
import javax.sql.DataSource;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.support.TransactionTemplate;

/** The rows of the outbox. Thread safe. */
public final class JdbcOutbox implements CallStore {
  /** The most calls that are read at once. */
  static final int BATCH = 200;

  /** The most bytes of calls that are read at once, unless the first is larger. */
  static final long BATCH_BYTES = 8L << 20;

  private static final int MOST_REASON = 1_000;

  private final OwnTransaction own;
  private final JdbcTemplate jdbc;
  private final TransactionTemplate alone;
  private final Settings settings;
  private final TransactionBegins begins;
  private final String relay = UUID.randomUUID().toString();
  private final String table;
  private final Dialect dialect;
  private final LongAdder sent = new LongAdder();
  private volatile Consumer<List<DeferredCall>> whenCommitted = calls -> {};

  /**
   * What an outbox is opened with.
   *
   * @param table its name
   * @param creation whether the table is made if it is missing
   * @param application whose calls these are, as several may share the table
   * @param lease how long another relay leaves what a process has taken that died
   */
  public record Settings(String table, TableCreation creation, String application, Duration lease) {
    /**
     * Checks the lease.
     *
     * @throws InvalidRequestException if it is out of range
     */
    public Settings {
      if (lease.compareTo(Duration.ofSeconds(1)) < 0 || lease.compareTo(Duration.ofHours(1)) > 0) {
        throw new InvalidRequestException("duetime.outbox.lease", lease.toString(), "1s to 1h");
      }
    }
  }

  /** Opens the outbox of a database. */
  public JdbcOutbox(DataSource database, Settings settings, TransactionBegins begins) {
    this.own = new OwnTransaction(database, begins);
    this.settings = settings;
    this.begins = begins;
    this.jdbc = new JdbcTemplate(database);
    this.alone = new TransactionTemplate(new JdbcTransactionManager(database));
    this.alone.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
    // Reads lock nothing, and a change waits for another's end and looks again.
    this.alone.setIsolationLevel(TransactionDefinition.ISOLATION_READ_COMMITTED);
    this.table = settings.table();
    this.dialect = Dialect.of(database);
    settings.creation().make(database, table, dialect.createOutbox(table));
  }

  /**
   * Checks the rights that the relay needs: without that to delete it would send each call again
   * and again.
   */
  void checkRights() {
    alone.executeWithoutResult(status -> {
      jdbc.update("delete from " + table + " where 1 = 0");
      jdbc.update("update " + table + " set failure = failure where 1 = 0");
    });
  }

  /** Sets what is called after each commit with calls. */
  void whenCommitted(Consumer<List<DeferredCall>> wake) {
    whenCommitted = wake;
  }

  /** Reads what is in the outbox. */
  public State state() {
    return Objects.requireNonNull(
        jdbc.queryForObject(
            dialect.state(table),
            (found, number) -> {
              long waiting = found.getLong("waiting");
              long age = waiting == 0 ? 0 : found.getLong("now") - found.getLong("oldest");
              return new State(
                  waiting, Duration.ofMillis(Math.max(0, age)), found.getLong("aside"));
            },
            settings.application()));
  }

  /** How many calls this process has sent. */
  public long sent() {
    return sent.sum();
  }

  @Override
  public Map<String, Object> details() {
    try {
      State state = state();
      return Map.of(
          "outboxWaiting",
          state.waiting(),
          "outboxOldestSeconds",
          state.oldest().toSeconds(),
          "outboxSetAside",
          state.setAside());
    } catch (DataAccessException failure) {
      return Map.of("outbox", "cannot be read: " + failure.getMessage());
    }
  }

  @Override
  public void inEachTransaction(Runnable begun) {
    begins.tell(begun);
  }

  @Override
  public void check() {
    if (!own.isOpen()) {
      throw new IllegalStateException(
          "The transaction is not one of the outbox's DataSource. Schedule in a transaction of that"
              + " DataSource, or call immediately().");
    }
  }

  @Override
  public void store(List<DeferredCall> calls) {
    List<Object[]> rows =
        calls.stream()
            .map(call -> new Object[] {settings.application(), CallFormat.write(call)})
            .toList();
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

  /** How a step of a relay ended. */
  enum Step {
    /** All that was there was sent, or the store does not take the rest now. */
    DONE,
    /** There is more to send. */
    MORE,
    /** Another relay sends. */
    BUSY
  }

  /**
   * Takes the first calls, and removes those for which a sender finds an end. No transaction is
   * open meanwhile: the calls are this outbox's for the time of its lease, which {@link #keep}
   * renews.
   */
  Step forward(Function<List<Row>, List<End>> sender) {
    Taken taken = Objects.requireNonNull(alone.execute(this::take));
    if (taken.rows().isEmpty()) {
      return taken.next();
    }
    List<End> ends = sender.apply(taken.rows());
    alone.executeWithoutResult(status -> finish(taken.rows(), ends));
    return ends.size() == taken.rows().size() ? taken.next() : Step.DONE;
  }

  /** Renews the lease of what this outbox has taken; false if it has nothing. */
  boolean keep() {
    Integer kept = alone.execute(status -> jdbc.update(dialect.keep(table), relay));
    return kept != null && kept > 0;
  }

  /** How long another relay leaves what this one has taken, unless it is kept. */
  Duration lease() {
    return settings.lease();
  }

  private record Taken(List<Row> rows, Step next) {}

  private Taken take(TransactionStatus transaction) {
    List<Head> heads = heads();
    if (heads.stream().anyMatch(Head::isTaken)) {
      return new Taken(List.of(), Step.BUSY);
    }
    List<Long> ids = firstIds(heads);
    if (ids.isEmpty()) {
      return new Taken(List.of(), Step.DONE);
    }
    List<Object> values = new ArrayList<>(ids);
    values.add(0, relay);
    values.addAll(List.of(relay, settings.lease().toSeconds()));
    if (jdbc.update(dialect.take(table, ids.size()), values.toArray()) < ids.size()) {
      transaction.setRollbackOnly();
      return new Taken(List.of(), Step.BUSY);
    }
    boolean isAll = heads.size() < BATCH && heads.size() == ids.size();
    return new Taken(rows(ids), isAll ? Step.DONE : Step.MORE);
  }

  private record Head(long id, long bytes, boolean isTaken) {}

  private List<Head> heads() {
    return jdbc.query(
        dialect.firstCalls(table, BATCH),
        (found, number) ->
            new Head(found.getLong("id"), found.getLong("bytes"), found.getInt("taken") == 1),
        relay,
        settings.lease().toSeconds(),
        settings.application());
  }

  private static List<Long> firstIds(List<Head> heads) {
    List<Long> ids = new ArrayList<>();
    long bytes = 0;
    for (Head head : heads) {
      bytes += head.bytes();
      if (!ids.isEmpty() && bytes > BATCH_BYTES) {
        break;
      }
      ids.add(head.id());
    }
    return ids;
  }

  private List<Row> rows(List<Long> ids) {
    List<Stored> stored =
        jdbc.query(
            dialect.calls(table, ids.size()),
            (found, number) ->
                new Stored(found.getLong("id"), found.getBytes("body"), found.getLong("created")),
            ids.toArray());
    Long now = jdbc.queryForObject(dialect.now(), Long.class);
    long millis = now == null ? 0 : now;
    return stored.stream()
        .map(row -> new Row(row.id(), row.body(), Duration.ofMillis(millis - row.created())))
        .toList();
  }

  // Only what is still taken: another relay may have it after a long pause of this process.
  private void finish(List<Row> rows, List<End> ends) {
    Map<Long, End> byId = new HashMap<>();
    ends.forEach(end -> byId.put(end.id(), end));
    List<Object[]> done = new ArrayList<>();
    List<Object[]> aside = new ArrayList<>();
    List<Object[]> left = new ArrayList<>();
    for (Row row : rows) {
      End end = byId.get(row.id());
      if (end == null) {
        left.add(new Object[] {row.id(), relay});
      } else if (end.failure().isEmpty()) {
        done.add(new Object[] {row.id(), relay});
      } else {
        aside.add(new Object[] {shortened(end.failure().get()), row.id(), relay});
      }
    }
    String own = " where id = ? and taken_by = ?";
    jdbc.batchUpdate("delete from " + table + own, done);
    sent.add(done.size());
    jdbc.batchUpdate("update " + table + " set failure = ?, taken_by = null" + own, aside);
    jdbc.batchUpdate("update " + table + " set taken_by = null" + own, left);
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

  /**
   * What is in an outbox.
   *
   * @param waiting the calls that are not sent yet
   * @param oldest how long the first of them waits; zero without one
   * @param setAside the calls that can never take effect
   */
  public record State(long waiting, Duration oldest, long setAside) {}
}
