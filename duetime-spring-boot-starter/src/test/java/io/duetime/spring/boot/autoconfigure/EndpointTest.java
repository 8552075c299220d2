package io.duetime.spring.boot.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.Codec;
import io.duetime.Duetime;
import io.duetime.spring.boot.DuetimeEndpoint;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;

class EndpointTest {

  @Test
  void theEndpointCountsPausesAndResumes() {
    try (ConfigurableApplicationContext app =
        Application.start(
            EndpointTest.class,
            "management.endpoints.jmx.exposure.include=duetime",
            "spring.jmx.enabled=true")) {
      app.getBean(Duetime.class)
          .queue("orders", Codec.string())
          .schedule("o1", "42 EUR", Duration.ofHours(1));
      DuetimeEndpoint endpoint = app.getBean(DuetimeEndpoint.class);

      assertThat(endpoint.queues().get("orders").waiting()).isEqualTo(1);
      assertThat(endpoint.pause("orders", true).paused()).isEqualTo("until resumed");
      assertThat(endpoint.pause("orders", false).paused()).isNull();
      assertThat(endpoint.queue("orders").counts().waiting()).isEqualTo(1);
    }
  }

  @Test
  void anUnknownQueueIsNotFoundAndNotMade() {
    try (ConfigurableApplicationContext app =
        Application.start(
            EndpointTest.class,
            "management.endpoints.jmx.exposure.include=duetime",
            "spring.jmx.enabled=true")) {
      DuetimeEndpoint endpoint = app.getBean(DuetimeEndpoint.class);

      assertThat(endpoint.queue("ordres")).isNull();
      assertThat(app.getBean(DuetimeEndpoint.Web.class).pause("ordres", true).getStatus())
          .isEqualTo(404);
      assertThat(app.getBean(Duetime.class).queues()).isEmpty();
    }
  }

  @Test
  void itIsMadeOnlyWhereItIsExposed() {
    try (ConfigurableApplicationContext app = Application.start(EndpointTest.class)) {
      assertThat(app.getBeanNamesForType(DuetimeEndpoint.class)).isEmpty();
    }
  }
}
