package io.duetime.spring.boot.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.JobQueue;
import io.duetime.spring.DuetimeQueue;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.annotation.Configuration;
import org.springframework.test.context.TestPropertySource;

/**
 * Tests of an application that names no store: Spring keeps an application for each set of them.
 */
@SpringBootTest(
    classes = StoreInTestsTest.Shop.class,
    properties = "spring.datasource.generate-unique-name=true")
class StoreInTestsTest {
  @DuetimeQueue("orders")
  JobQueue<String> orders;

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class Shop {}

  @Test
  void theStoreIsInMemory() {
    orders.schedule("o1", "x", Duration.ofHours(1));

    assertThat(Path.of("duetime-data")).doesNotExist();
  }

  @Nested
  @TestPropertySource(properties = "shop.name=another")
  class InAnotherApplication {
    @DuetimeQueue("orders")
    JobQueue<String> others;

    @Test
    void itHasAStoreOfItsOwn() {
      assertThat(others.find("o1")).isEmpty();
      assertThat(Path.of("duetime-data")).doesNotExist();
    }
  }
}
