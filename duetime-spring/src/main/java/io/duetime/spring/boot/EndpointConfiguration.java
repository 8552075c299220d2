package io.duetime.spring.boot;

import io.duetime.Duetime;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Shows queues at the actuator endpoint {@code duetime}. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass({Endpoint.class, ConditionalOnAvailableEndpoint.class})
@ConditionalOnAvailableEndpoint(DuetimeEndpoint.class)
class EndpointConfiguration {
  @Bean
  @ConditionalOnMissingBean
  DuetimeEndpoint duetimeEndpoint(Duetime duetime) {
    return new DuetimeEndpoint(duetime);
  }

  @Bean
  @ConditionalOnMissingBean
  DuetimeWebEndpoint duetimeWebEndpoint(DuetimeEndpoint endpoint) {
    return new DuetimeWebEndpoint(endpoint);
  }
}
