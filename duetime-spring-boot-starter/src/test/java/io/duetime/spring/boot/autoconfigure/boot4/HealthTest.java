package io.duetime.spring.boot.autoconfigure.boot4;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.Duetime;
import io.duetime.spring.boot.autoconfigure.DuetimeAutoConfiguration;
import org.junit.jupiter.api.Test;
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
  void theIndicatorCanBeSwitchedOff() {
    application
        .withPropertyValues("management.health.duetime.enabled=false")
        .run(app -> assertThat(app).doesNotHaveBean(HealthIndicator.class));
  }
}
