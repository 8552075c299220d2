package io.duetime.spring.boot.autoconfigure.outbox;

import static io.duetime.spring.boot.autoconfigure.outbox.OutboxTest.rows;
import static io.duetime.spring.boot.autoconfigure.outbox.OutboxTest.start;
import static io.duetime.spring.boot.autoconfigure.outbox.OutboxTest.transaction;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.duetime.JobQueue;
import io.duetime.spring.boot.autoconfigure.outbox.OutboxTest.Shop;
import io.duetime.spring.outbox.OutboxRelay;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.transaction.ConfigurableTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionExecution;
import org.springframework.transaction.TransactionExecutionListener;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/** The rows of a transaction are sent together with its commit where that is possible. */
class OutboxCommitTest {
  private static final Duration HOUR = Duration.ofHours(1);

  static Stream<String> databases() {
    return OutboxTest.databases();
  }

  /** Notes for each commit of a connection whether it finds an open transaction. */
  @Configuration(proxyBeanMethods = false)
  static class Commits {
    @Bean
    static BeanPostProcessor watching() {
      return new BeanPostProcessor() {
        @Override
        public Object postProcessAfterInitialization(Object bean, String name) {
          return bean instanceof DataSource database ? new Watched(database) : bean;
        }
      };
    }
  }

  private static final class Watched extends DelegatingDataSource {
    private final List<Boolean> open = new ArrayList<>();

    Watched(DataSource database) {
      super(database);
    }

    @Override
    public Connection getConnection() throws SQLException {
      Connection connection = super.getConnection();
      return (Connection)
          Proxy.newProxyInstance(
              Connection.class.getClassLoader(),
              new Class<?>[] {Connection.class},
              (proxy, method, arguments) -> {
                if (method.getName().equals("commit")) {
                  open.add(isOpen(connection));
                }
                try {
                  return method.invoke(connection, arguments);
                } catch (InvocationTargetException failure) {
                  throw failure.getCause();
                }
              });
    }

    private static boolean isOpen(Connection connection) throws SQLException {
      try (Statement statement = connection.createStatement();
          ResultSet row = statement.executeQuery("select pg_current_xact_id_if_assigned()")) {
        row.next();
        return row.getString(1) != null;
      }
    }
  }

  private static final class Postgresql implements AutoCloseable {
    final ConfigurableApplicationContext app;
    final JdbcTemplate jdbc;
    final JobQueue<String> orders;
    final List<Boolean> commits;

    Postgresql() {
      assumeTrue(DatabaseProcesses.postgresql().isPresent());
      app =
          start(
              DatabaseProcesses.postgresql().orElseThrow(),
              Commits.class,
              "duetime.outbox.interval=1h");
      app.getBean(OutboxRelay.class).stop();
      jdbc = app.getBean(JdbcTemplate.class);
      orders = app.getBean(Shop.class).orders;
      commits = ((Watched) app.getBean(DataSource.class)).open;
      jdbc.execute("create table at_commit (id varchar(10) unique deferrable initially deferred)");
      commits.clear();
    }

    void inTransaction(Consumer<String> also) {
      transaction(app)
          .executeWithoutResult(status -> {
            jdbc.update("insert into at_commit values ('a')");
            orders.schedule("o1", "1", HOUR);
            also.accept("a");
          });
    }

    @Override
    public void close() {
      jdbc.execute("drop table at_commit");
      jdbc.update("delete from duetime_outbox");
      app.close();
    }
  }

  @Test
  void theConnectionHasNothingToCommitWhereTheRowsHaveTakenTheCommitAlong() {
    try (Postgresql database = new Postgresql()) {
      database.inTransaction(id -> database.orders.cancel("o2"));

      assertThat(database.commits).containsExactly(false);
      assertThat(rows(database.app)).isEqualTo(2);
      assertThat(database.jdbc.queryForList("select id from at_commit")).hasSize(1);
    }
  }

  @Test
  void aTransactionWithATimeoutOrManyCallsIsCommittedByItself() {
    try (Postgresql database = new Postgresql()) {
      TransactionTemplate limited = transaction(database.app);
      limited.setTimeout(60);
      limited.executeWithoutResult(status -> database.orders.schedule("o1", "1", HOUR));
      transaction(database.app)
          .executeWithoutResult(status -> {
            for (int i = 0; i < 11; i++) {
              database.orders.schedule("m" + i, "1", HOUR);
            }
          });

      assertThat(database.commits).containsExactly(true, true);
      assertThat(rows(database.app)).isEqualTo(12);
    }
  }

  @Test
  void aListenerThatIsCalledBehindFindsTheTransactionOpen() {
    try (Postgresql database = new Postgresql()) {
      database
          .app
          .getBean(ConfigurableTransactionManager.class)
          .addListener(
              new TransactionExecutionListener() {
                @Override
                public void beforeCommit(TransactionExecution transaction) {
                  throw new IllegalStateException("not now");
                }
              });

      assertThatThrownBy(() -> database.inTransaction(id -> {}))
          .isInstanceOf(IllegalStateException.class);

      assertThat(rows(database.app)).isZero();
      assertThat(database.jdbc.queryForList("select id from at_commit")).isEmpty();
    }
  }

  @Test
  void aCommitThatTheDatabaseRefusesLeavesNothing() {
    try (Postgresql database = new Postgresql()) {
      assertThatThrownBy(() ->
              database.inTransaction(
                  id -> database.jdbc.update("insert into at_commit values (?)", id)))
          .isInstanceOf(DataIntegrityViolationException.class);

      assertThat(rows(database.app)).isZero();
      assertThat(database.jdbc.queryForList("select id from at_commit")).isEmpty();
      database.inTransaction(id -> {});
      assertThat(rows(database.app)).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @MethodSource("databases")
  void nothingIsCommittedBeforeTheLastSynchronizationHasAgreed(String url) {
    try (ConfigurableApplicationContext app = start(url, "duetime.outbox.interval=1h")) {
      app.getBean(OutboxRelay.class).stop();
      JobQueue<String> orders = app.getBean(Shop.class).orders;
      TransactionTemplate nested =
          new TransactionTemplate(app.getBean(PlatformTransactionManager.class));
      nested.setPropagationBehavior(TransactionDefinition.PROPAGATION_NESTED);

      assertThatThrownBy(() ->
              transaction(app)
                  .executeWithoutResult(status -> {
                    orders.schedule("o1", "1", HOUR);
                    TransactionSynchronizationManager.registerSynchronization(
                        new TransactionSynchronization() {
                          @Override
                          public void beforeCommit(boolean readOnly) {
                            nested.executeWithoutResult(inside -> orders.schedule("o2", "2", HOUR));
                            throw new IllegalStateException("not now");
                          }
                        });
                  }))
          .isInstanceOf(IllegalStateException.class);

      assertThat(rows(app)).isZero();
    }
  }
}
