package io.duetime.spring.outbox;

import io.duetime.InvalidRequestException;
import io.duetime.spring.SchemaInitialization;
import io.duetime.spring.transaction.CallStore;
import io.duetime.spring.transaction.DeferredCall;
import io.duetime.spring.transaction.TransactionBegins;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.ConfigurableTransactionManager;
import org.springframework.transaction.TransactionStatus;

/** The rows of the outbox. Thread safe. */
public final class JdbcOutbox implements CallStore {
  /** The most calls that are read at once. */
  static final int BATCH = 200;

  /** The most bytes of calls that are read at once, unless the first is larger. */
  static final long BATCH_BYTES = 8L << 20;

  /** The most calls that are stored together with the commit, as each number is a statement. */
  private static final int MOST_AT_COMMIT = 10;

  private static final String INSERT =
      "insert into {table} (application, body, created_at) values ";
  private static final String ROW = "(?, ?, {now})";

  private static final int MOST_REASON = 1_000;
  private static final String OWN_ROW = " where id = ? and taken_by = ?";

  private static final String COLUMNS =
      """
      id {key},
      application {name} not null,
      body {bytes} not null,
      created_at {moment} not null,
      taken_by {name},
      taken_at {moment},
      failure {text}\
      """;

  private final OutboxTable table;
  private final Settings settings;
  private final TransactionBegins begins;
  private final String relay = UUID.randomUUID().toString();
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
  public record Settings(
      String table, SchemaInitialization creation, String application, Duration lease) {
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

  public JdbcOutbox(DataSource database, Settings settings, TransactionBegins begins) {
    this.table = new OutboxTable(database, begins, settings.table(), settings.creation(), COLUMNS);
    this.settings = settings;
    this.begins = begins;
  }

  /**
   * Checks the rights that the relay needs: without that to delete it would send each call again
   * and again.
   */
  void checkRights() {
    table.alone.executeWithoutResult(status -> {
      table.update("delete from {table} where 1 = 0");
      table.update("update {table} set failure = failure where 1 = 0");
    });
  }

  /** Sets what is called after each commit with calls. */
  void whenCommitted(Consumer<List<DeferredCall>> wake) {
    whenCommitted = wake;
  }

  public State state() {
    String statement =
        """
        select count(case when failure is null then 1 end) as waiting, count(failure) as aside,
          {millis {now}} - {millis min(case when failure is null then created_at end)} as age
        from {table} where application = ?\
        """;
    return Objects.requireNonNull(
        table.jdbc.queryForObject(
            table.sql(statement),
            (found, number) ->
                new State(
                    found.getLong("waiting"),
                    // Null, which reads as 0, where none waits.
                    Duration.ofMillis(Math.max(0, found.getLong("age"))),
                    found.getLong("aside")),
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
  public void inEachTransaction(TransactionBegins.Told told) {
    begins.tell(told);
  }

  @Override
  public void check() {
    table.requireTransaction(
        "The transaction is not one of the outbox's DataSource. Schedule in a transaction of that"
            + " DataSource, or call immediately().");
  }

  @Override
  public void store(List<DeferredCall> calls) {
    table.jdbc.batchUpdate(
        table.sql(INSERT + ROW),
        calls.stream()
            .map(call -> new Object[] {settings.application(), CallFormat.write(call)})
            .toList());
  }

  @Override
  public boolean commits(ConfigurableTransactionManager manager) {
    return table.commits(manager);
  }

  @Override
  public void storeAndCommit(List<DeferredCall> calls) {
    if (calls.size() > MOST_AT_COMMIT) {
      store(calls);
      return;
    }
    table.update(
        INSERT + String.join(", ", Collections.nCopies(calls.size(), ROW)) + "; commit",
        calls.stream()
            .flatMap(call -> Stream.of(settings.application(), CallFormat.write(call)))
            .toArray());
  }

  @Override
  public void storeAlone(List<DeferredCall> calls) {
    table.alone.executeWithoutResult(status -> store(calls));
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
    Taken taken = Objects.requireNonNull(table.alone.execute(this::take));
    if (taken.rows().isEmpty()) {
      return taken.next();
    }
    List<End> ends = sender.apply(taken.rows());
    table.alone.executeWithoutResult(status -> finish(taken.rows(), ends));
    return ends.size() == taken.rows().size() ? taken.next() : Step.DONE;
  }

  /** Renews the lease of what this outbox has taken; false if it has nothing. */
  boolean keep() {
    Integer kept =
        table.alone.execute(status ->
            table.update("update {table} set taken_at = {now} where taken_by = ?", relay));
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
    String take =
        "update {table} set taken_by = ?, taken_at = {now} where id in {ids}"
            + " and (taken_by is null or taken_by = ? or taken_at < {ago})";
    if (table.update(withIds(take, ids), values.toArray()) < ids.size()) {
      transaction.setRollbackOnly();
      return new Taken(List.of(), Step.BUSY);
    }
    boolean isAll = heads.size() < BATCH && heads.size() == ids.size();
    return new Taken(rows(ids), isAll ? Step.DONE : Step.MORE);
  }

  private static String withIds(String statement, List<Long> ids) {
    return statement.replace("{ids}", "(?" + ",?".repeat(ids.size() - 1) + ")");
  }

  private record Head(long id, long bytes, boolean isTaken) {}

  private List<Head> heads() {
    String statement =
        """
        select id, octet_length(body) as bytes,
          case when taken_by <> ? and taken_at >= {ago} then 1 else 0 end as taken
        from {table} where application = ? and failure is null order by id limit\
        """;
    return table.jdbc.query(
        table.sql(statement) + " " + BATCH,
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
    String statement =
        "select id, body, {millis {now}} - {millis created_at} as age from {table}"
            + " where id in {ids} order by id";
    return table.jdbc.query(
        table.sql(withIds(statement, ids)),
        (found, number) ->
            new Row(
                found.getLong("id"),
                found.getBytes("body"),
                Duration.ofMillis(found.getLong("age"))),
        ids.toArray());
  }

  // Only what is still taken: another relay may have it after a long pause of this process.
  private void finish(List<Row> rows, List<End> ends) {
    Set<Long> left = new LinkedHashSet<>();
    rows.forEach(row -> left.add(row.id()));
    List<Object[]> done = new ArrayList<>();
    List<Object[]> aside = new ArrayList<>();
    for (End end : ends) {
      left.remove(end.id());
      end.failure()
          .ifPresentOrElse(
              reason -> aside.add(new Object[] {shortened(reason), end.id(), relay}),
              () -> done.add(new Object[] {end.id(), relay}));
    }
    finish("delete from {table}" + OWN_ROW, done);
    sent.add(done.size());
    finish("update {table} set failure = ?, taken_by = null" + OWN_ROW, aside);
    finish(
        "update {table} set taken_by = null" + OWN_ROW,
        left.stream().map(id -> new Object[] {id, relay}).toList());
  }

  private void finish(String statement, List<Object[]> rows) {
    table.jdbc.batchUpdate(table.sql(statement), rows);
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
