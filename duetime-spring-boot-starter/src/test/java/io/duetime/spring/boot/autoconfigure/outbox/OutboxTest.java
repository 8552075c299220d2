package io.duetime.spring.boot.autoconfigure.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.duetime.CancelOutcome;
import io.duetime.Job;
import io.duetime.JobFailed;
import io.duetime.JobQueue;
import io.duetime.ScheduleOutcome;
import io.duetime.Worker;
import io.duetime.spring.DuetimeListener;
import io.duetime.spring.DuetimeQueue;
import io.duetime.spring.JobInbox;
import io.duetime.spring.outbox.OutboxRelay;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.ConnectionHolder;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Calls are rows of the transaction; those for one job take effect in their order. */
class OutboxTest {
  private static final Duration HOUR = Duration.ofHours(1);

  static Stream<String> databases() {
    return Stream.concat(
        Stream.of("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1"),
        DatabaseProcesses.urls());
  }

  @SpringBootConfiguration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class Shop {
    final BlockingQueue<String> seen = new LinkedBlockingQueue<>();

    @DuetimeQueue("orders")
    JobQueue<String> orders;

    @Autowired(required = false)
    JobInbox inbox;

    @DuetimeListener(queue = "orders", concurrency = "1")
    void see(Job<String> job) {
      seen.add(job.id());
    }

    String next() throws InterruptedException {
      return String.valueOf(seen.poll(1, TimeUnit.MINUTES));
    }
  }

  static ConfigurableApplicationContext start(String database, String... properties) {
    return start(database, Shop.class, properties);
  }

  static ConfigurableApplicationContext start(
      String database, Class<?> more, String... properties) {
    return new SpringApplicationBuilder(Shop.class, more)
        .properties(
            "duetime.store=memory:",
            "duetime.outbox.enabled=true",
            "duetime.inbox.enabled=true",
            "spring.main.banner-mode=off",
            "spring.datasource.url=" + database)
        .properties(properties)
        .run();
  }

  static TransactionTemplate transaction(ConfigurableApplicationContext app) {
    return new TransactionTemplate(app.getBean(PlatformTransactionManager.class));
  }

  static int rows(ConfigurableApplicationContext app) {
    Integer rows =
        app.getBean(JdbcTemplate.class)
            .queryForObject("select count(*) from duetime_outbox", Integer.class);
    return rows == null ? -1 : rows;
  }

  @ParameterizedTest
  @MethodSource("databases")
  void committedCallsForAJobTakeEffectInTheirOrder(String database) throws Exception {
    try (ConfigurableApplicationContext app = start(database)) {
      Shop shop = app.getBean(Shop.class);
      transaction(app)
          .executeWithoutResult(status -> {
            assertThat(shop.orders.schedule("gone", "1", HOUR).outcome())
                .isEqualTo(ScheduleOutcome.DEFERRED);
            shop.orders.schedule("stays", "2", HOUR);
            assertThat(shop.orders.cancel("gone")).isEqualTo(CancelOutcome.DEFERRED);
          });
      transaction(app).executeWithoutResult(status -> shop.orders.reschedule("stays", HOUR));
      transaction(app)
          .executeWithoutResult(status -> shop.orders.schedule("last", "3", Duration.ZERO));

      assertThat(shop.next()).isEqualTo("last");
      // The calls for one job are sent in their order, those for another job may be earlier.
      app.getBean(OutboxRelay.class).stop(); // waits for the end of what it is sending
      assertThat(rows(app)).isZero();
      assertThat(shop.orders.find("gone")).isEmpty();
      assertThat(shop.orders.find("stays").orElseThrow().payload()).isEqualTo("2");
    }
  }

  @ParameterizedTest
  @MethodSource("databases")
  void aRollbackLeavesNoRow(String database) {
    try (ConfigurableApplicationContext app = start(database)) {
      transaction(app)
          .executeWithoutResult(status -> {
            app.getBean(Shop.class).orders.schedule("o1", "1", HOUR);
            status.setRollbackOnly();
          });

      assertThat(rows(app)).isZero();
    }
  }

  @ParameterizedTest
  @MethodSource("databases")
  void callsAfterTheCommitGoBehindThoseOfTheTransaction(String database) throws Exception {
    try (ConfigurableApplicationContext app = start(database, "duetime.outbox.interval=1h")) {
      JobQueue<String> orders = app.getBean(Shop.class).orders;
      OutboxRelay relay = app.getBean(OutboxRelay.class);
      relay.stop();
      transaction(app)
          .executeWithoutResult(status -> {
            afterCommit(() -> assertThat(orders.cancel("o1")).isEqualTo(CancelOutcome.DEFERRED));
            orders.schedule("o1", "1", HOUR); // registers the calls, behind the one above
            orders.schedule("o2", "2", HOUR);
            afterCommit(() -> assertThat(orders.cancel("o2")).isEqualTo(CancelOutcome.DEFERRED));
          });
      assertThat(rows(app)).isEqualTo(4);

      relay.start();
      while (rows(app) > 0) {
        Thread.onSpinWait();
      }
      assertThat(orders.find("o1")).isEmpty();
      assertThat(orders.find("o2")).isEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource("databases")
  void aTransactionWhoseTimeIsOverAtItsCommitIsRolledBack(String database) {
    try (ConfigurableApplicationContext app = start(database)) {
      JobQueue<String> orders = app.getBean(Shop.class).orders;
      JdbcTemplate jdbc = app.getBean(JdbcTemplate.class);
      jdbc.execute("create table late_orders (id varchar(10))");
      DataSource source = app.getBean(DataSource.class);

      assertThatThrownBy(() ->
              transaction(app)
                  .executeWithoutResult(status -> {
                    jdbc.update("insert into late_orders values ('o1')");
                    orders.schedule("o1", "1", HOUR);
                    ((ConnectionHolder) TransactionSynchronizationManager.getResource(source))
                        .setTimeoutInMillis(-1);
                  }))
          .isInstanceOf(QueryTimeoutException.class)
          .hasMessageContaining("rolled back");

      assertThat(jdbc.queryForList("select id from late_orders")).isEmpty();
      assertThat(rows(app)).isZero();
      jdbc.execute("drop table late_orders");
    }
  }

  @ParameterizedTest
  @MethodSource("databases")
  void aJobThatItsTransactionCancelsIsNeverSent(String database) {
    try (ConfigurableApplicationContext app = start(database, "duetime.outbox.interval=1h")) {
      Shop shop = app.getBean(Shop.class);
      app.getBean(OutboxRelay.class).stop();
      transaction(app)
          .executeWithoutResult(status -> {
            shop.orders.schedule("o1", "1", Duration.ZERO);
            shop.orders.cancel("o1");
          });

      // The cancel stays, as an earlier job may have the id.
      assertThat(rows(app)).isEqualTo(1);
      app.getBean(JdbcTemplate.class).update("delete from duetime_outbox");
    }
  }

  @ParameterizedTest
  @MethodSource("databases")
  void aReadOnlyTransactionIsRefusedAtTheCall(String database) {
    try (ConfigurableApplicationContext app = start(database)) {
      TransactionTemplate readOnly = transaction(app);
      readOnly.setReadOnly(true);

      readOnly.executeWithoutResult(status ->
          assertThatThrownBy(() -> app.getBean(Shop.class).orders.schedule("o1", "1", HOUR))
              .isInstanceOf(IllegalStateException.class)
              .hasMessageContaining("read-only"));
    }
  }

  static void afterCommit(Runnable action) {
    TransactionSynchronizationManager.registerSynchronization(
        new TransactionSynchronization() {
          @Override
          public void afterCommit() {
            action.run();
          }
        });
  }

  @ParameterizedTest
  @MethodSource("databases")
  void aDelayCountsFromTheInsertByTheClockOfTheDatabase(String database) throws Exception {
    try (ConfigurableApplicationContext app = start(database, "duetime.outbox.interval=1h")) {
      Shop shop = app.getBean(Shop.class);
      TransactionTemplate transaction = transaction(app);
      // Otherwise PostgreSQL gets the row together with the commit.
      transaction.setTimeout(60);
      transaction.executeWithoutResult(status -> {
        shop.orders.schedule("early", "1", HOUR);
        // The call is stored at the end of the transaction.
        OutboxPhasesTest.beforeCommit(() ->
            app.getBean(JdbcTemplate.class)
                .update("update duetime_outbox set created_at = created_at - interval '1' hour"));
      });

      assertThat(shop.next()).isEqualTo("early");
    }
  }

  @ParameterizedTest
  @MethodSource("databases")
  void whatAnotherProcessLeftBehindIsSent(String database) throws Exception {
    try (ConfigurableApplicationContext first = start(database)) {
      first.getBean(OutboxRelay.class).stop();
      transaction(first)
          .executeWithoutResult(
              status -> first.getBean(Shop.class).orders.schedule("left", "1", Duration.ZERO));
      assertThat(rows(first)).isEqualTo(1);

      try (ConfigurableApplicationContext second = start(database)) {
        assertThat(second.getBean(Shop.class).next()).isEqualTo("left");
      }
    }
  }

  // With JPA a row is inserted before the flush, which may wait long for a lock.
  @ParameterizedTest
  @MethodSource("databases")
  void aCallOfAnOpenTransactionHoldsBackNoOther(String database) throws Exception {
    try (ConfigurableApplicationContext app = start(database);
        Connection open = app.getBean(DataSource.class).getConnection()) {
      Shop shop = app.getBean(Shop.class);
      open.setAutoCommit(false);
      try (var insert =
          open.prepareStatement(
              "insert into duetime_outbox (application, body, created_at)"
                  + " values ('', ?, current_timestamp)")) {
        insert.setBytes(1, new byte[] {1});
        insert.executeUpdate();
      }
      transaction(app)
          .executeWithoutResult(status -> shop.orders.schedule("other", "1", Duration.ZERO));

      assertThat(shop.next()).isEqualTo("other");
      open.rollback();
    }
  }

  @ParameterizedTest
  @MethodSource("databases")
  void rowsThatCannotBeReadAreSetAside(String database) throws Exception {
    try (ConfigurableApplicationContext app = start(database)) {
      JdbcTemplate jdbc = app.getBean(JdbcTemplate.class);
      byte[] version99 = {99};
      byte[] kindOfCharacterZero = {1, 0, 2, (byte) 0xC0, (byte) 0x80};
      jdbc.batchUpdate(
          "insert into duetime_outbox (application, body, created_at)"
              + " values ('', ?, current_timestamp)",
          List.of(new Object[] {version99}, new Object[] {kindOfCharacterZero}));
      Shop shop = app.getBean(Shop.class);
      transaction(app)
          .executeWithoutResult(status -> shop.orders.schedule("behind", "1", Duration.ZERO));

      assertThat(shop.next()).isEqualTo("behind");
      app.getBean(OutboxRelay.class).stop(); // waits for the commit of what it has sent
      List<String> failures =
          jdbc.queryForList("select failure from duetime_outbox order by id", String.class);
      assertThat(failures).hasSize(2);
      assertThat(failures.get(0)).contains("version 99");
      assertThat(failures.get(1)).contains("kind ?");
      jdbc.update("delete from duetime_outbox");
    }
  }

  @ParameterizedTest
  @MethodSource("databases")
  void theEffectOfAJobHappensOnce(String database) throws Exception {
    try (ConfigurableApplicationContext app = start(database, "duetime.listener.enabled=false")) {
      Shop shop = app.getBean(Shop.class);
      String id = "job-" + UUID.randomUUID();
      shop.orders.schedule(id, "1", Duration.ZERO);
      Job<String> first = runOf(shop, true);
      Job<String> second = runOf(shop, false);

      assertThat(isFirst(app, first, true)).isTrue();
      assertThat(isFirst(app, first, false)).isTrue();
      assertThat(isFirst(app, second, false)).isFalse();
      assertThat(isFirst(app, first, false)).isFalse();
    }
  }

  @ParameterizedTest
  @MethodSource("databases")
  void aLaterJobWithTheSameIdRunsAndTheEarlierOneIsStaleThen(String database) throws Exception {
    try (ConfigurableApplicationContext app = start(database, "duetime.listener.enabled=false")) {
      Shop shop = app.getBean(Shop.class);
      String id = "job-" + UUID.randomUUID();
      shop.orders.schedule(id, "1", Duration.ZERO);
      Job<String> earlier = runOf(shop, false);
      while (shop.orders.schedule(id, "2", Duration.ZERO).dueAt().equals(earlier.scheduledAt())) {
        shop.orders.cancel(id);
      }
      Job<String> later = runOf(shop, false);

      assertThat(isFirst(app, earlier, false)).isTrue();
      assertThat(isFirst(app, later, false)).isTrue();
      assertThatThrownBy(() -> isFirst(app, earlier, false))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("stale");
    }
  }

  /** Runs the due job once, and lets it fail or succeed. */
  private static Job<String> runOf(Shop shop, boolean fails) throws Exception {
    BlockingQueue<Job<String>> runs = new LinkedBlockingQueue<>();
    Worker worker =
        shop.orders
            .worker(job -> {
              runs.add(job);
              if (fails) {
                throw JobFailed.retryAfter(Duration.ZERO, "after the effect");
              }
            })
            .concurrency(1)
            .start();
    try {
      Job<String> run = runs.poll(1, TimeUnit.MINUTES);
      assertThat(run).isNotNull();
      return run;
    } finally {
      worker.close();
    }
  }

  /** A database may end a transaction for the locks of another; the next attempt looks again. */
  private static boolean isFirst(
      ConfigurableApplicationContext app, Job<String> run, boolean rollsBack) {
    while (true) {
      try {
        Boolean first =
            transaction(app)
                .execute(status -> {
                  if (rollsBack) {
                    status.setRollbackOnly();
                  }
                  return app.getBean(Shop.class).inbox.isFirst(run);
                });
        return Boolean.TRUE.equals(first);
      } catch (CannotAcquireLockException locked) {
        assertThat(locked).hasMessageContaining("Deadlock");
      }
    }
  }
}
