package io.duetime.spring.boot.autoconfigure.outbox;

import static io.duetime.spring.boot.autoconfigure.outbox.OutboxTest.start;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.duetime.spring.boot.autoconfigure.outbox.OutboxTest.Shop;
import java.time.Duration;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.context.ConfigurableApplicationContext;
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

  @Test
  void aUserWithoutTheRightToMakeTablesNeedsNone() throws Exception {
    start(database).close();
    try (ConfigurableApplicationContext app = start(database)) {
      JdbcTemplate jdbc = app.getBean(JdbcTemplate.class);
      jdbc.execute("create user app password 'secret'");
      for (String table : new String[] {"duetime_outbox", "duetime_inbox"}) {
        jdbc.execute("grant select, insert, update, delete on " + table + " to app");
      }
    }

    // Only an administrator may set how long the database stays.
    String open = database.replace(";DB_CLOSE_DELAY=-1", "");
    try (ConfigurableApplicationContext app =
        start(open, "spring.datasource.username=app", "spring.datasource.password=secret")) {
      assertThat(ranInATransaction(app, "o1")).isEqualTo("o1");
    }
  }

  @ParameterizedTest
  @MethodSource("databases")
  void aPoolWithoutAutoCommitKeepsTheTables(String url) throws Exception {
    String ownTables = UUID.randomUUID().toString().substring(0, 8);
    try (ConfigurableApplicationContext app =
        start(
            url,
            "spring.datasource.hikari.auto-commit=false",
            "duetime.outbox.table=outbox_" + ownTables,
            "duetime.inbox.table=inbox_" + ownTables)) {
      String id = "job-" + ownTables;
      assertThat(ranInATransaction(app, id)).isEqualTo(id);
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
