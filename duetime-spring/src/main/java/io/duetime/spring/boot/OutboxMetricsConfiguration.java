package io.duetime.spring.boot;

import io.duetime.spring.internal.outbox.JdbcOutbox;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.concurrent.TimeUnit;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;

/** Shows in the application's meter registry what waits in the outbox. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass({MeterBinder.class, JdbcTemplate.class})
@ConditionalOnProperty(prefix = "duetime.outbox", name = "enabled")
class OutboxMetricsConfiguration {
  @Bean
  MeterBinder duetimeOutboxMeters(JdbcOutbox outbox) {
    return registry -> bind(outbox, registry);
  }

  private static void bind(JdbcOutbox outbox, MeterRegistry registry) {
    Gauge.builder("duetime.outbox.waiting", outbox, one -> one.state().waiting())
        .description("Calls in the outbox that are not sent yet")
        .register(registry);
    TimeGauge.builder(
            "duetime.outbox.age",
            outbox,
            TimeUnit.MILLISECONDS,
            one -> one.state().oldest().toMillis())
        .description("How long the first call in the outbox waits; 0 without one")
        .register(registry);
    Gauge.builder("duetime.outbox.set.aside", outbox, one -> one.state().setAside())
        .description("Calls in the outbox that can never take effect")
        .register(registry);
    FunctionCounter.builder("duetime.outbox.sent", outbox, JdbcOutbox::sent)
        .description("Calls that this process has sent from the outbox")
        .register(registry);
  }
}
