package io.duetime.spring.boot.autoconfigure.outbox;

import static io.duetime.spring.boot.autoconfigure.outbox.OutboxTest.start;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.duetime.spring.boot.autoconfigure.outbox.OutboxTest.Shop;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** When the tables of outbox and inbox are made, and by whom. */
class SchemaTest {
  private static final String NEVER = "duetime.outbox.initialize-schema=never";

  private final String database = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";

  static Stream<String> databases() {
    return OutboxTest.databases();
  }

  @Test
  void scriptsOfTheApplicationComeFirst() throws Exception {
    try (ConfigurableApplicationContext app =
        start(database, "spring.sql.init.schema-locations=classpath:outbox-schema.sql")) {
      assertThat(ranInATransaction(app, "o1")).isEqualTo("o1");
    }
  }

  @Test
  void aTableThatMayNotBeMadeEndsTheStart() {
    assertThatThrownBy(() -> start(database, NEVER).close())
        .hasRootCauseInstanceOf(IllegalStateException.class)
        .rootCause()
        .hasMessageContaining("The table duetime_outbox is missing")
        .hasMessageContaining("create table");
  }

  @ParameterizedTest
  @MethodSource("databases")
  void aUserWithoutTheRightToMakeTablesNeedsNone(String url) throws Exception {
    String[] asUser = withUser(url, "select, insert, update, delete");

    try (ConfigurableApplicationContext app = start(url, asUser)) {
      assertThatThrownBy(() -> jdbc(app).execute("create table own (id int)"))
          .isInstanceOf(DataAccessException.class);
      assertThat(ranInATransaction(app, "o1")).isEqualTo("o1");
    }
  }

  // The relay would send each call again and again.
  @ParameterizedTest
  @MethodSource("databases")
  void aUserWhoMayNotDeleteEndsTheStart(String url) throws Exception {
    String[] asUser = withUser(url, "select, insert, update");

    assertThatThrownBy(() -> start(url, asUser).close())
        .hasStackTraceContaining("delete from outbox_");
  }

  /** Makes the tables and a user; returns the properties that name both. */
  private static String[] withUser(String url, String rights) throws SQLException {
    String[] tables = ownTables();
    start(url, tables).close();
    List<String> names =
        Arrays.stream(tables).map(each -> each.substring(each.indexOf('=') + 1)).toList();
    return Stream.concat(
            Arrays.stream(tables), DatabaseProcesses.newUser(url, rights, names).stream())
        .toArray(String[]::new);
  }

  private static JdbcTemplate jdbc(ConfigurableApplicationContext app) {
    return app.getBean(JdbcTemplate.class);
  }

  private static String[] ownTables() {
    String own = UUID.randomUUID().toString().substring(0, 8);
    return new String[] {"duetime.outbox.table=outbox_" + own, "duetime.inbox.table=inbox_" + own};
  }

  @ParameterizedTest
  @MethodSource("databases")
  void aPoolWithoutAutoCommitKeepsTheTables(String url) throws Exception {
    String[] tables = ownTables();
    try (ConfigurableApplicationContext app =
        start(url, "spring.datasource.hikari.auto-commit=false", tables[0], tables[1])) {
      assertThat(ranInATransaction(app, "o1")).isEqualTo("o1");
    }
  }

  private static String ranInATransaction(ConfigurableApplicationContext app, String id)
      throws InterruptedException {
    Shop shop = app.getBean(Shop.class);
    new TransactionTemplate(app.getBean(PlatformTransactionManager.class))
        .executeWithoutResult(status -> shop.orders.schedule(id, "1", Duration.ZERO));
    return shop.next();
  }
}
