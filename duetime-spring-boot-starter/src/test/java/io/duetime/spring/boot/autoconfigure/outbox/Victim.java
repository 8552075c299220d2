package io.duetime.spring.boot.autoconfigure.outbox;

import io.duetime.Job;
import io.duetime.JobQueue;
import io.duetime.spring.DuetimeListener;
import io.duetime.spring.DuetimeQueue;
import io.duetime.spring.JobInbox;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** An application with orders by the outbox and credits by the inbox, for processes that die. */
final class Victim {
  private Victim() {}

  @SpringBootConfiguration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class Shop {
    private final JdbcTemplate jdbc;
    private final TransactionTemplate transaction;
    private final JobInbox inbox;

    @DuetimeQueue("orders")
    JobQueue<String> orders;

    @DuetimeQueue("credits")
    JobQueue<Integer> credits;

    Shop(JdbcTemplate jdbc, PlatformTransactionManager transactions, JobInbox inbox) {
      this.jdbc = jdbc;
      this.transaction = new TransactionTemplate(transactions);
      this.inbox = inbox;
    }

    @Bean
    static KillSwitch killSwitch(Environment environment) {
      return new KillSwitch(
          environment.getProperty("kill.point", KillPoint.class, KillPoint.NEVER),
          environment.getProperty("kill.times", Integer.class, 0));
    }

    /** Stores an order with its job, and a second job that the same transaction cancels. */
    void place(int number) {
      transaction.executeWithoutResult(status -> {
        jdbc.update("insert into victims (number) values (?)", number);
        orders.schedule("cancelled-" + number, "x", Duration.ofDays(1));
        orders.schedule("order-" + number, "x", Duration.ofDays(1));
        orders.cancel("cancelled-" + number);
      });
      System.out.println("committed " + number);
    }

    @DuetimeListener(queue = "credits", concurrency = "2", lease = "1s", backoff = "1s")
    void credit(Integer account, Job<Integer> job) {
      System.out.println("run " + account);
      transaction.executeWithoutResult(status -> {
        if (inbox.isFirst(job)) {
          jdbc.update("update accounts set credits = credits + 1 where number = ?", account);
        }
      });
    }
  }

  static ConfigurableApplicationContext start(
      String database, String store, boolean handles, String... properties) {
    return new SpringApplicationBuilder(Shop.class)
        .properties(
            "spring.datasource.url=" + database,
            "duetime.store=" + store,
            "duetime.listener.enabled=" + handles,
            "duetime.outbox.enabled=true",
            "duetime.outbox.lease=1s",
            "duetime.inbox.enabled=true",
            "spring.main.banner-mode=off")
        .properties(properties)
        .run();
  }

  /**
   * Takes the database, the store, {@code orders} or {@code credits}, the number of the first
   * order, and where to die.
   */
  public static void main(String[] arguments) throws InterruptedException {
    boolean handles = arguments[2].equals("credits");
    String[] properties = Arrays.copyOfRange(arguments, 4, arguments.length);
    ConfigurableApplicationContext app = start(arguments[0], arguments[1], handles, properties);
    Shop shop = app.getBean(Shop.class);
    if (!handles) {
      IntStream.iterate(Integer.parseInt(arguments[3]), number -> number + 1).forEach(shop::place);
    }
    new CountDownLatch(1).await(); // the handlers run until one dies
  }
}
