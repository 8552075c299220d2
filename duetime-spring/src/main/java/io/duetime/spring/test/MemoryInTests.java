package io.duetime.spring.test;

import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.test.context.ContextConfigurationAttributes;
import org.springframework.test.context.ContextCustomizer;
import org.springframework.test.context.ContextCustomizerFactory;
import org.springframework.test.context.MergedContextConfiguration;
import org.springframework.util.ClassUtils;

/**
 * Makes a store in memory the default in tests of an application whose default is a folder. Spring
 * keeps the applications of several test classes open at once, and only one may have the folder.
 * They may share a database: each sends its own calls of the outbox, into its own store.
 */
class MemoryInTests implements ContextCustomizerFactory {
  private static final String EMBEDDED_ENGINE = "io.duetime.embedded.EmbeddedEngineProvider";

  @Override
  public ContextCustomizer createContextCustomizer(
      Class<?> testClass, List<ContextConfigurationAttributes> attributes) {
    return new DefaultStore(ClassUtils.isPresent(EMBEDDED_ENGINE, null));
  }

  /**
   * Names the store where nothing else does. Equal ones share an application.
   *
   * @param isFolder whether the default is a folder
   */
  private record DefaultStore(boolean isFolder) implements ContextCustomizer {
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
