package io.duetime.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;

/** The native library is loaded early where the store is a folder, and nowhere else. */
class NativeLibraryLoadingTest {
  @ParameterizedTest
  @ValueSource(strings = {"", "embedded:/data", "embedded:"})
  void aFolderNeedsIt(String store) {
    assertThat(isNeeded("duetime.store", store)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"redis", "redis://host", "https://host", "memory:", "embeded:/data"})
  void otherStoresDoNot(String store) {
    assertThat(isNeeded("duetime.store", store)).isFalse();
  }

  @Test
  void anApplicationThatSwitchesDuetimeOffDoesNot() {
    assertThat(isNeeded("duetime.enabled", "false")).isFalse();
  }

  private static boolean isNeeded(String property, String value) {
    StandardEnvironment environment = new StandardEnvironment();
    environment
        .getPropertySources()
        .addFirst(new MapPropertySource("test", Map.of(property, value)));
    return NativeLibraryLoading.isNeeded(environment);
  }
}
