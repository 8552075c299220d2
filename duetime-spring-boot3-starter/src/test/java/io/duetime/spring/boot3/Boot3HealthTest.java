package io.duetime.spring.boot3;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.Duetime;
import org.junit.jupiter.api.Test;
import org.springframework.boot.actuate.health.Health;
import org.springframework.boot.actuate.health.HealthIndicator;
import org.springframework.boot.actuate.health.Status;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class Boot3HealthTest {
  private final ApplicationContextRunner application =
      new ApplicationContextRunner()
          .withConfiguration(AutoConfigurations.of(DuetimeBoot3AutoConfiguration.class))
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
