package io.duetime.spring.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.duetime.Codec;
import io.duetime.Duetime;
import io.duetime.JobQueue;
import io.duetime.JobRequest;
import io.duetime.Lease;
import io.duetime.spring.SchemaInitialization;
import io.duetime.spring.transaction.TransactionBegins;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

class JdbcInboxTest {
  private static final int UNIQUE_KEY_VIOLATED = 23505;

  private final Duetime duetime = Duetime.open("memory:");
  private final RefusingDatabase database = new RefusingDatabase();
  private final TransactionTemplate transaction =
      new TransactionTemplate(new DataSourceTransactionManager(database));
  private final JdbcInbox inbox =
      new JdbcInbox(
          database,
          new TransactionBegins(),
          "inbox",
          SchemaInitialization.ALWAYS,
          Duration.ofDays(1));

  @AfterEach
  void close() {
    duetime.close();
  }

  @Test
  void aRefusedRowThatIsNotThereIsNotTakenForADoneEffect() {
    JobQueue<String> orders = duetime.queue("orders", Codec.string());
    orders.schedule("1", "x", Duration.ZERO);
    Lease<String> run = orders.claim(1, Duration.ofMinutes(1), Duration.ZERO).get(0);

    database.refuses = true;
    assertThatThrownBy(() -> isFirst(run))
        .isInstanceOf(ConcurrencyFailureException.class)
        .hasMessageContaining("job 1 of queue orders");
    database.refuses = false;
    assertThat(isFirst(run)).isTrue();
    database.refuses = true;
    assertThat(isFirst(run)).isFalse();
  }

  @Test
  void aReadWithoutATransactionIsNone() {
    JobQueue<String> orders = duetime.queue("orders", Codec.string());
    orders.schedule("1", "x", Duration.ZERO);
    Lease<String> run = orders.claim(1, Duration.ofMinutes(1), Duration.ZERO).get(0);
    transaction.setPropagationBehavior(TransactionDefinition.PROPAGATION_SUPPORTS);

    assertThatThrownBy(() ->
            transaction.executeWithoutResult(status -> {
              new JdbcTemplate(database).queryForObject("select 1", Integer.class);
              inbox.isFirst(run);
            }))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("The inbox needs a transaction of its DataSource");
  }

  @Test
  void aTransactionOfAnotherDatabaseIsNoneWhateverThePoolsMode() {
    JobQueue<String> orders = duetime.queue("orders", Codec.string());
    orders.schedule("1", "x", Duration.ZERO);
    Lease<String> run = orders.claim(1, Duration.ofMinutes(1), Duration.ZERO).get(0);
    TransactionTemplate other =
        new TransactionTemplate(new DataSourceTransactionManager(RefusingDatabase.h2()));
    database.isAutoCommit = false;

    assertThatThrownBy(() ->
            other.executeWithoutResult(status -> {
              new JdbcTemplate(database).queryForObject("select 1", Integer.class);
              inbox.isFirst(run);
            }))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("The inbox needs a transaction of its DataSource");
    assertThat(isFirst(run)).isTrue();
    assertThat(hasNoRow("1")).isFalse();
  }

  @Test
  void jobsOfOneCallAreOne() {
    assertThat(isFirst(runOf("0123456789abcdef"))).isTrue();
    assertThat(isFirst(runOf("0123456789abcdef"))).isFalse();
    assertThat(isFirst(runOf("f123456789abcdef"))).isTrue();
    assertThat(isFirst(runOf("no call"))).isTrue();
    assertThat(isFirst(runOf("no call"))).isTrue();
  }

  // In the transaction of the handler it would hold the locks of these rows until the handler ends.
  @Test
  void oldRowsAreRemovedWhileTheTransactionOfTheHandlerIsOpen() {
    isFirst(runOf("old"));
    JdbcTemplate jdbc = new JdbcTemplate(database);
    jdbc.update("update inbox set done_at = dateadd(day, -2, done_at)");
    JdbcInbox restarted =
        new JdbcInbox(
            database,
            new TransactionBegins(),
            "inbox",
            SchemaInitialization.ALWAYS,
            Duration.ofDays(1));
    JobQueue<String> orders = duetime.queue("orders", Codec.string());
    orders.schedule("2", "x", Duration.ZERO);
    Lease<String> run = orders.claim(1, Duration.ofMinutes(1), Duration.ZERO).get(0);

    transaction.executeWithoutResult(status -> {
      assertThat(restarted.isFirst(run)).isTrue();
      TransactionTemplate beside = new TransactionTemplate(transaction.getTransactionManager());
      beside.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
      await(() -> Boolean.TRUE.equals(beside.execute(other -> hasNoRow("1"))));
    });
  }

  private boolean hasNoRow(String job) {
    return new JdbcTemplate(database)
        .queryForList("select job from inbox where job = ?", job)
        .isEmpty();
  }

  private Lease<String> runOf(String call) {
    JobQueue<String> orders = duetime.queue("orders", Codec.string());
    orders.schedule(JobRequest.builder("x").id("1").header("duetime-call", call).build());
    Lease<String> run = orders.claim(1, Duration.ofMinutes(1), Duration.ZERO).get(0);
    run.ack();
    await(() -> Instant.now().isAfter(run.scheduledAt().plusMillis(1)));
    return run;
  }

  private static void await(BooleanSupplier condition) {
    while (!condition.getAsBoolean()) {
      Thread.onSpinWait();
    }
  }

  private boolean isFirst(Lease<String> run) {
    return Boolean.TRUE.equals(transaction.execute(status -> inbox.isFirst(run)));
  }

  /** Says of every row to be inserted that it is there. */
  private static final class RefusingDatabase extends DelegatingDataSource {
    private boolean refuses;
    private boolean isAutoCommit = true;

    RefusingDatabase() {
      super(h2());
    }

    private static DataSource h2() {
      JdbcDataSource database = new JdbcDataSource();
      database.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
      return database;
    }

    @Override
    public Connection getConnection() throws SQLException {
      Connection connection = super.getConnection();
      connection.setAutoCommit(isAutoCommit);
      return (Connection)
          Proxy.newProxyInstance(
              Connection.class.getClassLoader(),
              new Class<?>[] {Connection.class},
              (self, method, arguments) -> {
                if (refuses
                    && method.getName().equals("prepareStatement")
                    && arguments[0].toString().startsWith("insert into")) {
                  throw new SQLException("Unique index violation", "23505", UNIQUE_KEY_VIOLATED);
                }
                return method.invoke(connection, arguments);
              });
    }
  }
}
