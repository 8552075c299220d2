package io.duetime.spring.boot.autoconfigure.bench;

import io.duetime.spring.DuetimeListener;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;

/** The same application with the starter and a handler. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
class StarterApplication {
  @DuetimeListener(queue = "orders")
  void close(String order) {}

  /** Starts, and prints how long it took. */
  public static void main(String[] arguments) {
    BareApplication.run(StarterApplication.class, arguments);
  }
}
