package io.duetime.spring.boot.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.duetime.JobQueue;
import io.duetime.spring.DuetimeHandlers;
import io.duetime.spring.DuetimeListener;
import io.duetime.spring.DuetimeQueue;
import io.duetime.spring.boot.autoconfigure.ListenerTest.Seen;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.boot.CommandLineRunner;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** When handlers start, and how one is started and stopped alone. */
class HandlerStartTest {
  @Test
  void handlersStartBehindTheRunnersOfTheApplication() throws Exception {
    try (ConfigurableApplicationContext app = Application.start(Runners.class)) {
      assertThat(app.getBean(Runners.class).wasRunningBefore).isFalse();
      assertThat(app.getBean(Seen.class).next()).isEqualTo("by the runner");
    }
    try (ConfigurableApplicationContext app =
        Application.start(Runners.class, "duetime.listener.after-runners=false")) {
      assertThat(app.getBean(Runners.class).wasRunningBefore).isTrue();
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class Runners {
    private final Seen seen = new Seen();
    private boolean wasRunningBefore;

    @Bean
    Seen seen() {
      return seen;
    }

    @Bean
    CommandLineRunner runner(
        @DuetimeQueue("orders") JobQueue<String> orders, DuetimeHandlers handlers) {
      return arguments -> {
        wasRunningBefore = handlers.isRunning("orders");
        orders.schedule("by the runner", Duration.ZERO);
      };
    }

    @DuetimeListener(queue = "orders")
    void see(String order) {
      seen.add(order);
    }
  }

  @Test
  void theSettingsOfAHandlerApplyToJobsOfRunners() {
    try (ConfigurableApplicationContext app = Application.start(Bounded.class)) {
      assertThat(app.getBean(Bounded.class).maxAttempts).isEqualTo(3);
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class Bounded {
    private int maxAttempts;

    @Bean
    CommandLineRunner runner(@DuetimeQueue("orders") JobQueue<String> orders) {
      return arguments -> {
        orders.schedule("o1", "x", Duration.ofHours(1));
        maxAttempts = orders.find("o1").orElseThrow().maxAttempts();
      };
    }

    @DuetimeListener(queue = "orders", maxAttempts = "3")
    void handle(String order) {}
  }

  @Test
  void oneHandlerIsStartedAndStoppedByName() throws Exception {
    try (ConfigurableApplicationContext app = Application.start(Sleeper.class)) {
      DuetimeHandlers handlers = app.getBean(DuetimeHandlers.class);
      JobQueue<String> orders = app.getBean(Sleeper.class).orders;
      assertThat(handlers.queues()).containsExactly("orders");
      assertThat(handlers.isRunning("orders")).isFalse();
      orders.schedule("1", Duration.ZERO);

      handlers.start("orders");
      assertThat(app.getBean(Seen.class).next()).isEqualTo("1");
      handlers.stop("orders");
      assertThat(handlers.isRunning("orders")).isFalse();
      orders.schedule("2", Duration.ZERO);
      assertThat(orders.counts().now().ready()).isEqualTo(1);

      assertThatThrownBy(() -> handlers.start("ordres"))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("[orders]");
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class Sleeper {
    private final Seen seen = new Seen();

    @DuetimeQueue("orders")
    JobQueue<String> orders;

    @Bean
    Seen seen() {
      return seen;
    }

    @DuetimeListener(queue = "orders", autoStartup = "${orders.start:false}")
    void see(String order) {
      seen.add(order);
    }
  }
}
