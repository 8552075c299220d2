package io.duetime.spring.test;

import io.duetime.JobListener;
import io.duetime.spring.StoreOpener;
import io.duetime.test.TestDuetime;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.test.context.ContextConfigurationAttributes;
import org.springframework.test.context.ContextCustomizer;
import org.springframework.test.context.ContextCustomizerFactory;
import org.springframework.test.context.MergedContextConfiguration;
import org.springframework.test.context.TestContext;
import org.springframework.test.context.TestContextAnnotationUtils;
import org.springframework.test.context.TestExecutionListener;
import org.springframework.util.ClassUtils;

/** The stores of applications in tests. */
final class TestStores {
  private TestStores() {}

  /** Opens a store with virtual time instead of the application's. */
  @Configuration(proxyBeanMethods = false)
  static class VirtualTime {
    @Bean
    TestDuetime testDuetime(ObjectProvider<JobListener> listeners) {
      return TestDuetime.startingAt(
          TestDuetime.DEFAULT_START, listeners.orderedStream().toArray(JobListener[]::new));
    }

    @Bean
    StoreOpener testStoreOpener(TestDuetime duetime) {
      return settings -> duetime;
    }
  }

  /** Clears the store after a test, so that the next one begins with no jobs. */
  static final class JobRemover implements TestExecutionListener {
    @Override
    public void afterTestMethod(TestContext test) {
      // Also where a nested class has the annotation from the one around it.
      if (test.hasApplicationContext()
          && TestContextAnnotationUtils.hasAnnotation(test.getTestClass(), DuetimeTest.class)) {
        test.getApplicationContext().getBean(TestDuetime.class).clear();
      }
    }
  }

  /**
   * Makes a store in memory the default in tests of an application whose default is a folder.
   * Spring keeps the applications of several test classes open at once, and only one may have the
   * folder. They may share a database: each sends its own calls of the outbox, into its own store.
   */
  static final class Memory implements ContextCustomizerFactory {
    private static final String EMBEDDED_ENGINE = "io.duetime.embedded.EmbeddedEngineProvider";

    @Override
    public ContextCustomizer createContextCustomizer(
        Class<?> testClass, List<ContextConfigurationAttributes> attributes) {
      return new Store(ClassUtils.isPresent(EMBEDDED_ENGINE, null));
    }

    /**
     * Names the store where nothing else does. Equal ones share an application.
     *
     * @param isFolder whether the default is a folder
     */
    private record Store(boolean isFolder) implements ContextCustomizer {
      @Override
      public void customizeContext(
          ConfigurableApplicationContext context, MergedContextConfiguration configuration) {
        ConfigurableEnvironment environment = context.getEnvironment();
        if (isFolder && !environment.containsProperty("duetime.store")) {
          environment
              .getPropertySources()
              .addLast(
                  new MapPropertySource(
                      "duetimeInTests",
                      Map.of(
                          "duetime.store",
                          "memory:",
                          "duetime.outbox.application",
                          "test-" + UUID.randomUUID())));
        }
      }
    }
  }
}
