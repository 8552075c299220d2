package io.duetime.spring.boot3;

import io.duetime.spring.boot.DuetimeConfiguration;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.context.annotation.Import;

/** Configures Duetime in an application on Spring Boot 3.5. */
@AutoConfiguration(
    afterName = {
      "org.springframework.boot.autoconfigure.data.redis.RedisAutoConfiguration",
      "org.springframework.boot.autoconfigure.jackson.JacksonAutoConfiguration",
      "org.springframework.boot.actuate.autoconfigure.metrics.CompositeMeterRegistryAutoConfiguration",
      "org.springframework.boot.actuate.autoconfigure.metrics.export.simple.SimpleMetricsExportAutoConfiguration"
    })
@Import({DuetimeConfiguration.class, Boot3HealthConfiguration.class})
public class DuetimeBoot3AutoConfiguration {}
