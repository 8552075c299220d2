package io.duetime.spring.boot.autoconfigure.bench;

import java.lang.management.ManagementFactory;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** An application with a database and without the starter. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
class BareApplication {
  /**
   * Starts, with {@code --ping=true} also a connection to Redis, and prints how long it took:
   * milliseconds, those of processor time, and loaded classes.
   */
  public static void main(String[] arguments) {
    run(BareApplication.class, arguments);
  }

  static void run(Class<?> application, String... arguments) {
    try (ConfigurableApplicationContext app =
        new SpringApplicationBuilder(application)
            .properties("spring.main.banner-mode=off", "spring.main.web-application-type=none")
            .run(arguments)) {
      if (app.getEnvironment().getProperty("ping", Boolean.class, false)) {
        RedisPing.ping(app);
      }
      System.out.printf(
          "ready %d %d %d%n",
          ManagementFactory.getRuntimeMXBean().getUptime(),
          ProcessHandle.current().info().totalCpuDuration().orElseThrow().toMillis(),
          ManagementFactory.getClassLoadingMXBean().getTotalLoadedClassCount());
    }
  }
}
