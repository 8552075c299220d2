package io.duetime.spring.boot.autoconfigure.boot4;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.Codec;
import io.duetime.Duetime;
import io.duetime.JobQueue;
import io.duetime.JobRequest;
import io.duetime.RetryPolicy;
import io.duetime.spring.DuetimeListener;
import io.duetime.spring.boot.autoconfigure.DuetimeAutoConfiguration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class HealthTest {
  private final ApplicationContextRunner application =
      new ApplicationContextRunner()
          .withConfiguration(AutoConfigurations.of(DuetimeAutoConfiguration.class))
          .withPropertyValues("duetime.store=memory:");

  @Test
  void aStoreThatAnswersIsUp() {
    application.run(app -> {
      Health health = app.getBean(HealthIndicator.class).health();
      assertThat(health.getStatus()).isEqualTo(Status.UP);
      assertThat(health.getDetails()).containsKey("now");
    });
  }

  @Test
  void aClosedStoreIsDownAndSaysWhy() {
    application.run(app -> {
      app.getBean(Duetime.class).close();

      Health health = app.getBean(HealthIndicator.class).health();
      assertThat(health.getStatus()).isEqualTo(Status.DOWN);
      assertThat(health.getDetails().get("error").toString()).startsWith("STORE_CLOSED");
    });
  }

  @Test
  @Timeout(60) // it would wait for ever
  void handlersThatHangAreNamedAndAFullWorkerIsDown() {
    application
        .withUserConfiguration(Hanging.class)
        .run(app -> {
          JobQueue<String> queue = app.getBean(Duetime.class).queue("orders", Codec.string());
          HealthIndicator indicator = app.getBean(HealthIndicator.class);
          schedule(queue, "a");
          Health one = await(indicator, health -> health.getDetails().size() > 1);
          assertThat(one.getStatus()).isEqualTo(Status.UP);
          assertThat(one.getDetails())
              .containsEntry("abandonedHandlers", Map.of("orders", List.of("a")));

          schedule(queue, "b");
          Health both = await(indicator, health -> health.getStatus().equals(Status.DOWN));
          assertThat(both.getDetails())
              .containsEntry("abandonedHandlers", Map.of("orders", List.of("a", "b")))
              .containsEntry("error", "abandoned handlers fill the workers of orders");

          app.getBean(Hanging.class).free.countDown();
          await(indicator, health -> health.getDetails().size() == 1);
        });
  }

  private static void schedule(JobQueue<String> queue, String id) {
    queue.schedule(JobRequest.builder("x").id(id).retry(RetryPolicy.none()).build());
  }

  private static Health await(HealthIndicator indicator, Predicate<Health> wanted) {
    Health health = indicator.health();
    while (!wanted.test(health)) {
      Thread.onSpinWait();
      health = indicator.health();
    }
    return health;
  }

  static class Hanging {
    final CountDownLatch free = new CountDownLatch(1);

    @DuetimeListener(
        queue = "orders",
        concurrency = "1",
        maxRunTime = "50ms",
        interruptOnCancel = "true",
        abandonAfter = "50ms")
    void handle(String payload) {
      while (free.getCount() > 0) {
        try {
          free.await();
        } catch (InterruptedException ignored) {
          Thread.onSpinWait();
        }
      }
    }
  }

  @Test
  void theIndicatorCanBeSwitchedOff() {
    application
        .withPropertyValues("management.health.duetime.enabled=false")
        .run(app -> assertThat(app).doesNotHaveBean(HealthIndicator.class));
  }
}
