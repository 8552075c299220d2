package io.duetime.spring.boot.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.duetime.Codec;
import io.duetime.Duetime;
import io.duetime.Overlap;
import io.duetime.RecurringJobs;
import io.duetime.RecurringRequest;
import io.duetime.Schedule;
import io.duetime.spring.DuetimeRecurring;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

class RemoveUnlistedTest {
  @TempDir Path folder;

  private ConfigurableApplicationContext start(Class<?> application, String name, boolean removes) {
    return Application.start(
        application,
        "duetime.store=embedded:" + folder,
        "spring.application.name=" + name,
        "duetime.recurring.remove-unlisted=" + removes);
  }

  private static RecurringJobs<byte[]> recurring(ConfigurableApplicationContext app, String queue) {
    return app.getBean(Duetime.class).queue(queue, Codec.bytes()).recurring();
  }

  @Test
  void aDefinitionThatNoMethodHasGoesIfThisApplicationHasPutIt() {
    try (ConfigurableApplicationContext app = start(Two.class, "shop", true)) {
      assertThat(recurring(app, "report").find("report"))
          .hasValueSatisfying(one -> assertThat(one.owner()).isEqualTo("shop"))
          .hasValueSatisfying(one -> assertThat(one.rules().overlap()).isEqualTo(Overlap.SKIP));
      recurring(app, "byHand")
          .put(
              RecurringRequest.builder("byHand", Schedule.every(Duration.ofDays(1)), new byte[0])
                  .build());
    }
    try (ConfigurableApplicationContext app = start(One.class, "stock", true)) {
      assertThat(recurring(app, "report").find("report")).isPresent();
    }
    try (ConfigurableApplicationContext app = start(One.class, "shop", false)) {
      assertThat(recurring(app, "report").find("report")).isPresent();
    }
    try (ConfigurableApplicationContext app = start(One.class, "shop", true)) {
      assertThat(recurring(app, "report").find("report")).isEmpty();
      assertThat(recurring(app, "sync").find("sync")).isPresent();
      assertThat(recurring(app, "byHand").find("byHand")).isPresent();
    }
  }

  @Test
  void anApplicationWithoutANameDoesNotStart() {
    assertThatThrownBy(() -> start(One.class, "", true))
        .hasStackTraceContaining("duetime.recurring.remove-unlisted is on");
  }

  @Configuration(proxyBeanMethods = false)
  static class One {
    @DuetimeRecurring(name = "sync", every = "1d")
    void sync() {}
  }

  @Configuration(proxyBeanMethods = false)
  static class Two {
    @DuetimeRecurring(name = "sync", every = "1d")
    void sync() {}

    @DuetimeRecurring(name = "report", every = "1d", overlap = Overlap.SKIP)
    void report() {}
  }
}
