package io.duetime.spring.boot.autoconfigure.outbox;

import static io.duetime.spring.boot.autoconfigure.outbox.OutboxTest.afterCommit;
import static io.duetime.spring.boot.autoconfigure.outbox.OutboxTest.rows;
import static io.duetime.spring.boot.autoconfigure.outbox.OutboxTest.start;
import static io.duetime.spring.boot.autoconfigure.outbox.OutboxTest.transaction;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.duetime.JobQueue;
import io.duetime.spring.boot.autoconfigure.outbox.OutboxTest.Shop;
import io.duetime.spring.internal.outbox.OutboxRelay;
import java.time.Duration;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.transaction.support.DefaultTransactionStatus;

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
