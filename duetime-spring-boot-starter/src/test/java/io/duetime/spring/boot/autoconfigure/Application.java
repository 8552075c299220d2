package io.duetime.spring.boot.autoconfigure;

import java.util.Arrays;
import java.util.stream.Stream;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** Starts an application of some beans, with everything that the class path configures. */
final class Application {
  private Application() {}

  /** Starts on the memory engine. */
  static ConfigurableApplicationContext start(Class<?> beans, String... properties) {
    return startOn("memory:", beans, properties);
  }

  static ConfigurableApplicationContext startOn(
      String store, Class<?> beans, String... properties) {
    return new SpringApplicationBuilder(Configured.class, beans)
        .properties(
            Stream.concat(
                    Stream.of(
                        "duetime.store=" + store,
                        "spring.main.banner-mode=off",
                        "spring.main.web-application-type=none",
                        "spring.datasource.generate-unique-name=true"),
                    Arrays.stream(properties))
                .toArray(String[]::new))
        .run();
  }

  @SpringBootConfiguration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class Configured {}
}
