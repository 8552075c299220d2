package io.duetime.spring.boot;

import io.duetime.Duetime;
import io.duetime.micrometer.DuetimeMetrics;
import io.duetime.opentelemetry.DuetimeTracing;
import io.duetime.spring.DuetimeCustomizer;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.observation.ObservationRegistry;
import io.opentelemetry.api.OpenTelemetry;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.util.ClassUtils;

/**
 * Shows queues at the actuator, counts jobs, and traces them: with OpenTelemetry if the application
 * has it and {@code duetime-opentelemetry}, so that a run, which may be hours later, begins a trace
 * with a link; otherwise by observations.
 */
final class ObservabilityConfiguration {
  private static final String OPEN_TELEMETRY = "io.opentelemetry.api.OpenTelemetry";
  private static final String OUR_TRACING = "io.duetime.opentelemetry.DuetimeTracing";

  private ObservabilityConfiguration() {}

  /** Counts and times jobs in the application's meter registry. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass({DuetimeMetrics.class, MeterRegistry.class})
  static class Metrics {
    @Bean
    @ConditionalOnBean(MeterRegistry.class)
    @ConditionalOnMissingBean
    DuetimeMetrics duetimeMetrics(MeterRegistry registry) {
      return DuetimeMetrics.in(registry);
    }
  }

  /** Shows queues at the actuator endpoint {@code duetime}. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(ConditionalOnAvailableEndpoint.class)
  @ConditionalOnAvailableEndpoint(DuetimeEndpoint.class)
  static class Endpoint {
    @Bean
    @ConditionalOnMissingBean
    DuetimeEndpoint duetimeEndpoint(Duetime duetime) {
      return new DuetimeEndpoint(duetime);
    }

    @Bean
    @ConditionalOnMissingBean
    DuetimeEndpoint.Web duetimeWebEndpoint(DuetimeEndpoint endpoint) {
      return new DuetimeEndpoint.Web(endpoint);
    }
  }

  /** Spans by the API of OpenTelemetry. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass({DuetimeTracing.class, OpenTelemetry.class})
  static class ByOpenTelemetry {
    @Bean
    @ConditionalOnMissingBean(DuetimeTracing.class)
    DuetimeCustomizer duetimeTracingCustomizer(ObjectProvider<OpenTelemetry> telemetry) {
      return settings -> telemetry.ifUnique(found -> settings.listener(DuetimeTracing.of(found)));
    }
  }

  /** Spans by the tracer that observations are bridged to. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(ObservationRegistry.class)
  static class ByObservation {
    @Bean
    @ConditionalOnMissingBean(JobObservations.class)
    DuetimeCustomizer duetimeObservationCustomizer(
        ObjectProvider<ObservationRegistry> registries, ListableBeanFactory beans) {
      return settings -> {
        if (!hasOpenTelemetry(beans)) {
          registries.ifUnique(found -> settings.listener(new JobObservations(found)));
        }
      };
    }

    private static boolean hasOpenTelemetry(ListableBeanFactory beans) {
      ClassLoader loader = ByObservation.class.getClassLoader();
      return ClassUtils.isPresent(OUR_TRACING, loader)
          && ClassUtils.isPresent(OPEN_TELEMETRY, loader)
          && beans.getBeanNamesForType(
                      ClassUtils.resolveClassName(OPEN_TELEMETRY, loader), true, false)
                  .length
              > 0;
    }
  }
}
