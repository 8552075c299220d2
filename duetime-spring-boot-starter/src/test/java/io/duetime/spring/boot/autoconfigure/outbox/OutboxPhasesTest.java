package io.duetime.spring.boot.autoconfigure.outbox;

import static io.duetime.spring.boot.autoconfigure.outbox.OutboxTest.afterCommit;
import static io.duetime.spring.boot.autoconfigure.outbox.OutboxTest.rows;
import static io.duetime.spring.boot.autoconfigure.outbox.OutboxTest.start;
import static io.duetime.spring.boot.autoconfigure.outbox.OutboxTest.transaction;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.duetime.JobQueue;
import io.duetime.spring.boot.autoconfigure.outbox.OutboxTest.Shop;
import io.duetime.spring.outbox.OutboxRelay;
import java.time.Duration;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.ConnectionHolder;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.transaction.support.DefaultTransactionStatus;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Calls that are made while a transaction commits, and after it. */
class OutboxPhasesTest {
  private static final Duration HOUR = Duration.ofHours(1);

  static Stream<String> databases() {
    return OutboxTest.databases();
  }

  /** Writes while it commits, as JPA does, whose callbacks may schedule. */
  @Configuration(proxyBeanMethods = false)
  static class LateWrites {
    @Bean
    LateTransactions transactions(DataSource database) {
      return new LateTransactions(database);
    }
  }

  static final class LateTransactions extends JdbcTransactionManager {
    private static final long serialVersionUID = 1;

    private transient Runnable writes = () -> {};
    private boolean isLost;

    LateTransactions(DataSource database) {
      super(database);
    }

    @Override
    protected void doCommit(DefaultTransactionStatus status) {
      writes.run();
      if (isLost) {
        doRollback(status);
      } else {
        super.doCommit(status);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("databases")
  void aCallThatIsMadeDuringTheCommitIsPartOfTheTransaction(String database) {
    try (ConfigurableApplicationContext app =
        start(database, LateWrites.class, "duetime.outbox.interval=1h")) {
      JobQueue<String> orders = app.getBean(Shop.class).orders;
      LateTransactions manager = app.getBean(LateTransactions.class);
      app.getBean(OutboxRelay.class).stop();
      manager.writes = () -> orders.schedule("late", "1", HOUR);

      manager.isLost = true;
      transaction(app).executeWithoutResult(status -> {});
      assertThat(rows(app)).isZero();
      transaction(app).executeWithoutResult(status -> orders.schedule("o1", "1", HOUR));
      assertThat(rows(app)).isZero();

      manager.isLost = false;
      transaction(app).executeWithoutResult(status -> {});
      assertThat(rows(app)).isEqualTo(1);
      app.getBean(JdbcTemplate.class).update("delete from duetime_outbox");
    }
  }

  @ParameterizedTest
  @MethodSource("databases")
  void aTransactionIsRolledBackIfACallRightBeforeItsCommitCannotBeStored(String database) {
    try (ConfigurableApplicationContext app = start(database, "duetime.outbox.interval=1h")) {
      JobQueue<String> orders = app.getBean(Shop.class).orders;
      JdbcTemplate jdbc = app.getBean(JdbcTemplate.class);
      jdbc.execute("create table late_calls (id varchar(10))");
      app.getBean(OutboxRelay.class).stop();
      DataSource source = app.getBean(DataSource.class);

      assertThatThrownBy(() ->
              transaction(app)
                  .executeWithoutResult(status -> {
                    jdbc.update("insert into late_calls values ('o1')");
                    beforeCommit(() -> {
                      ((ConnectionHolder) TransactionSynchronizationManager.getResource(source))
                          .setTimeoutInMillis(-1);
                      orders.schedule("o1", "1", HOUR);
                    });
                  }))
          .isInstanceOf(QueryTimeoutException.class);

      assertThat(jdbc.queryForList("select id from late_calls")).isEmpty();
      assertThat(rows(app)).isZero();
      transaction(app)
          .executeWithoutResult(status -> beforeCommit(() -> orders.schedule("o2", "2", HOUR)));
      assertThat(rows(app)).isEqualTo(1);
      jdbc.update("delete from duetime_outbox");
      jdbc.execute("drop table late_calls");
    }
  }

  static void beforeCommit(Runnable call) {
    TransactionSynchronizationManager.registerSynchronization(
        new TransactionSynchronization() {
          @Override
          public void beforeCommit(boolean readOnly) {
            call.run();
          }
        });
  }

  @ParameterizedTest
  @MethodSource("databases")
  void aCallAfterTheCommitIsStoredWhateverItsPlaceAmongTheSynchronizations(String database) {
    try (ConfigurableApplicationContext app =
        start(
            database, "spring.datasource.hikari.auto-commit=false", "duetime.outbox.interval=1h")) {
      JobQueue<String> orders = app.getBean(Shop.class).orders;
      app.getBean(OutboxRelay.class).stop();

      transaction(app)
          .executeWithoutResult(status ->
              TransactionSynchronizationManager.registerSynchronization(
                  new TransactionSynchronization() {
                    @Override
                    public int getOrder() {
                      return 0;
                    }

                    @Override
                    public void afterCommit() {
                      orders.schedule("o1", "1", HOUR);
                    }
                  }));

      assertThat(rows(app)).isEqualTo(1);
      transaction(app)
          .executeWithoutResult(
              status -> app.getBean(JdbcTemplate.class).update("delete from duetime_outbox"));
    }
  }

  @ParameterizedTest
  @MethodSource("databases")
  void aCallAfterTheCommitThatFindsNoConnectionFails(String database) {
    try (ConfigurableApplicationContext app =
        start(
            database,
            "spring.datasource.hikari.maximum-pool-size=1",
            "spring.datasource.hikari.connection-timeout=250",
            "duetime.outbox.interval=1h")) {
      JobQueue<String> orders = app.getBean(Shop.class).orders;
      app.getBean(OutboxRelay.class).stop();

      assertThatThrownBy(() ->
              transaction(app)
                  .executeWithoutResult(
                      status -> afterCommit(() -> orders.schedule("o1", "1", HOUR))))
          .isInstanceOf(CannotCreateTransactionException.class);
      assertThat(rows(app)).isZero();
    }
  }
}
