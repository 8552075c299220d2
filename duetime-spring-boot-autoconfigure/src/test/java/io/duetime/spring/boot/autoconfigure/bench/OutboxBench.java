package io.duetime.spring.boot.autoconfigure.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.JobQueue;
import io.duetime.spring.DuetimeQueue;
import io.duetime.spring.boot.autoconfigure.outbox.DatabaseProcesses;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * The time of a transaction on PostgreSQL, which syncs each commit: an insert, and an insert that
 * also schedules a job by the outbox, while the relay sends the jobs.
 */
class OutboxBench {
  private static final int TRANSACTIONS = 500;

  private final AtomicInteger number = new AtomicInteger();

  @SpringBootConfiguration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class Shop {
    @DuetimeQueue("orders")
    JobQueue<String> orders;
  }

  @Test
  void anInsertAndAnInsertThatSchedules() throws Exception {
    try (ConfigurableApplicationContext app =
        new SpringApplicationBuilder(Shop.class)
            .properties(
                "duetime.store=memory:",
                "duetime.outbox.enabled=true",
                "spring.main.banner-mode=off",
                "spring.datasource.url=" + DatabaseProcesses.postgresql().orElseThrow())
            .run()) {
      JdbcTemplate jdbc = app.getBean(JdbcTemplate.class);
      jdbc.execute("create table orders (number int primary key, state varchar(10) not null)");
      assertThat(jdbc.queryForObject("show fsync", String.class)).isEqualTo("on");
      assertThat(jdbc.queryForObject("show synchronous_commit", String.class)).isEqualTo("on");
      TransactionTemplate transaction =
          new TransactionTemplate(app.getBean(PlatformTransactionManager.class));
      JobQueue<String> orders = app.getBean(Shop.class).orders;

      Rounds rounds = new Rounds("insert and commit", "with a job in the outbox", "µs");
      rounds.run(
          4,
          21,
          () -> micros(jdbc, transaction, id -> {}),
          () ->
              micros(
                  jdbc,
                  transaction,
                  id -> orders.schedule("order-" + id, "x", Duration.ofDays(1))));
      rounds.print();
      assertThat(orders.counts().waiting()).isPositive();
    }
  }

  private interface Also {
    void of(int order);
  }

  private double micros(JdbcTemplate jdbc, TransactionTemplate transaction, Also also) {
    long start = System.nanoTime();
    for (int i = 0; i < TRANSACTIONS; i++) {
      int order = number.incrementAndGet();
      transaction.executeWithoutResult(status -> {
        jdbc.update("insert into orders values (?, 'OPEN')", order);
        also.of(order);
      });
    }
    return (System.nanoTime() - start) / 1e3 / TRANSACTIONS;
  }
}
