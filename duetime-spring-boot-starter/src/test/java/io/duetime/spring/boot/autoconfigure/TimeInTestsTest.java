package io.duetime.spring.boot.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.JobQueue;
import io.duetime.ScheduleOutcome;
import io.duetime.spring.DuetimeListener;
import io.duetime.spring.DuetimeQueue;
import io.duetime.spring.DuetimeRecurring;
import io.duetime.spring.test.DuetimeTest;
import io.duetime.test.TestDuetime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.transaction.support.TransactionTemplate;

@SpringBootTest(
    classes = TimeInTestsTest.Shop.class,
    properties = "spring.datasource.generate-unique-name=true")
@DuetimeTest
class TimeInTestsTest {
  @Autowired TestDuetime duetime;
  @Autowired Closer closer;

  @DuetimeQueue("orders")
  JobQueue<String> orders;

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class Shop {
    @Bean
    Closer closer() {
      return new Closer();
    }
  }

  static class Closer {
    final List<String> closed = new ArrayList<>();
    int reports;

    @DuetimeListener(queue = "orders")
    void close(String order) {
      if (order.equals("fails")) {
        throw new IllegalStateException("for the test");
      }
      closed.add(order);
    }

    @DuetimeRecurring(name = "report", cron = "0 7 * * *", zone = "UTC")
    void report() {
      reports++;
    }
  }

  @BeforeEach
  void forget() {
    closer.closed.clear();
    closer.reports = 0;
  }

  @RepeatedTest(2)
  void aDayPassesAtOnceAndTheNextTestBeginsWithNoJobs() {
    orders.schedule("o1", "42 EUR", Duration.ofHours(12));
    orders.schedule("o2", "17 EUR", Duration.ofDays(3));

    duetime.advance(Duration.ofHours(12).minusMillis(1));
    assertThat(closer.closed).isEmpty();
    duetime.advance(Duration.ofMillis(1));
    assertThat(closer.closed).containsExactly("42 EUR");
    assertThat(orders.counts().waiting()).isEqualTo(1);
  }

  @Test
  void recurringMethodsRunAtTheirTicks() {
    Instant midnight = duetime.now().truncatedTo(java.time.temporal.ChronoUnit.DAYS);
    duetime.advanceTo(midnight.plus(Duration.ofDays(1)));
    closer.reports = 0;

    duetime.advance(Duration.ofDays(7));

    assertThat(closer.reports).isEqualTo(7);
  }

  @Test
  void transactionsDeferHereToo(@Autowired TransactionTemplate transaction) {
    transaction.executeWithoutResult(status -> {
      assertThat(orders.schedule("o1", "42 EUR", Duration.ZERO).outcome())
          .isEqualTo(ScheduleOutcome.DEFERRED);
      duetime.runDue();
      assertThat(closer.closed).isEmpty();
    });

    duetime.runDue();
    assertThat(closer.closed).containsExactly("42 EUR");
  }

  @Nested
  class InAnotherClass {
    @RepeatedTest(2)
    void theNextTestBeginsWithoutJobsPausesAndFailures() {
      assertThat(orders.counts().waiting()).isZero();
      assertThat(duetime.failures()).isEmpty();
      orders.schedule("fails", "fails", Duration.ZERO);
      duetime.runDue();
      assertThat(duetime.failures()).hasSize(1);

      orders.admin().pause();
      orders.schedule("waits", "waits", Duration.ZERO);
      duetime.runDue();
      assertThat(closer.closed).isEmpty();
    }
  }
}
