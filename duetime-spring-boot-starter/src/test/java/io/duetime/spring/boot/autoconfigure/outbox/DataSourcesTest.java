package io.duetime.spring.boot.autoconfigure.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.duetime.JobQueue;
import io.duetime.ScheduleOutcome;
import io.duetime.spring.DuetimeDataSource;
import io.duetime.spring.DuetimeQueue;
import io.duetime.spring.MisconfiguredException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/** An application with two databases. */
class DataSourcesTest {
  private static final Duration HOUR = Duration.ofHours(1);

  @SpringBootConfiguration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class Shop {
    @DuetimeQueue("orders")
    JobQueue<String> orders;
  }

  @Configuration(proxyBeanMethods = false)
  static class Two {
    @Bean
    DataSource shop() {
      return pool();
    }

    @Bean
    DataSource warehouse() {
      return pool();
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class Marked {
    @Bean
    DataSource shop() {
      return pool();
    }

    @Bean
    @DuetimeDataSource
    DataSource warehouse() {
      return pool();
    }
  }

  private static DataSource pool() {
    HikariDataSource pool = new HikariDataSource();
    pool.setJdbcUrl("jdbc:h2:mem:" + UUID.randomUUID());
    pool.setAutoCommit(false);
    return pool;
  }

  private static ConfigurableApplicationContext start(Class<?> databases, String... properties) {
    return new SpringApplicationBuilder(Shop.class, databases)
        .properties(
            "duetime.store=memory:",
            "duetime.outbox.enabled=true",
            "duetime.outbox.interval=1h",
            "spring.main.banner-mode=off")
        .properties(properties)
        .run();
  }

  @Test
  void oneOfThemMustBeChosen() {
    assertThatThrownBy(() -> start(Two.class).close())
        .rootCause()
        .isInstanceOfSatisfying(
            MisconfiguredException.class,
            wrong -> assertThat(wrong.remedy()).contains("@DuetimeDataSource"))
        .hasMessageContaining("shop, warehouse");
    assertThatThrownBy(() -> start(Two.class, "duetime.data-source=shpo").close())
        .hasStackTraceContaining("duetime.data-source names 'shpo'")
        .hasStackTraceContaining("there are shop, warehouse");
  }

  @Test
  void theOneThatIsMarkedOrNamedHasTheTable() {
    for (ConfigurableApplicationContext app :
        List.of(start(Marked.class), start(Two.class, "duetime.data-source=warehouse"))) {
      try (app) {
        assertThat(schedule(app, "warehouse", "none")).isEqualTo(ScheduleOutcome.DEFERRED);
      }
    }
  }

  // A read binds a connection of the outbox's database, and a pool may give it without auto-commit.
  @Test
  void aTransactionOfTheOtherDatabaseIsRefusedThoughItReadsFromThisOne() {
    try (ConfigurableApplicationContext app = start(Marked.class)) {
      for (String read : List.of("none", "warehouse")) {
        assertThatThrownBy(() -> schedule(app, "shop", read))
            .isInstanceOf(IllegalStateException.class)
            .hasMessageContaining("not one of the outbox's DataSource");
      }
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class Managed extends Marked {
    @Bean
    JdbcTransactionManager own(DataSource warehouse) {
      return new JdbcTransactionManager(warehouse);
    }
  }

  // What the outer one has bound is still there; the rows would be committed with it.
  @Test
  void aTransactionOfTheOtherDatabaseWithinOneOfTheOutboxIsRefused() {
    try (ConfigurableApplicationContext app = start(Managed.class, "duetime.inbox.enabled=true")) {
      TransactionTemplate outer =
          new TransactionTemplate(app.getBean(JdbcTransactionManager.class));
      outer.executeWithoutResult(status -> {
        assertThatThrownBy(() -> schedule(app, "shop", "none"))
            .hasMessageContaining("not one of the outbox's DataSource");
        assertThat(app.getBean(Shop.class).orders.schedule("o1", "x", HOUR).outcome())
            .isEqualTo(ScheduleOutcome.DEFERRED);
        // A transaction of the outbox's database inside another one of it has a connection of its
        // own.
        TransactionTemplate inner =
            new TransactionTemplate(app.getBean(JdbcTransactionManager.class));
        inner.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
        inner.executeWithoutResult(own -> app.getBean(Shop.class).orders.schedule("o2", "x", HOUR));
      });

      JdbcTemplate warehouse = new JdbcTemplate(app.getBean("warehouse", DataSource.class));
      assertThat(warehouse.queryForObject("select count(*) from duetime_outbox", Integer.class))
          .isEqualTo(2);
    }
  }

  private static ScheduleOutcome schedule(
      ConfigurableApplicationContext app, String transactionOf, String read) {
    DataSource own = app.getBean(transactionOf, DataSource.class);
    return new TransactionTemplate(new JdbcTransactionManager(own))
        .execute(status -> {
          if (!read.equals("none")) {
            new JdbcTemplate(app.getBean(read, DataSource.class))
                .queryForObject("select 1", Integer.class);
          }
          return app.getBean(Shop.class).orders.schedule("o1", "x", HOUR).outcome();
        });
  }
}
