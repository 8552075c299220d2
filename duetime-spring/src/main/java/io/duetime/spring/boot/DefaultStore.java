package io.duetime.spring.boot;

import io.duetime.Duetime;
import io.duetime.DuetimeSettings;
import io.duetime.InvalidRequestException;
import org.jspecify.annotations.Nullable;
import org.springframework.util.ClassUtils;
import org.springframework.util.StringUtils;

/** Chooses the store of an application from its properties and class path. */
final class DefaultStore {
  static final String SPRING_REDIS = "redis";

  /** The URI of a store whose connection Spring Data Redis makes. */
  static final String OF_SPRING = "redis:";

  private static final String FOLDER_SCHEME = "embedded:";
  private static final String FOLDER = FOLDER_SCHEME + "./duetime-data";
  private static final String EMBEDDED_ENGINE = "io.duetime.embedded.EmbeddedEngineProvider";

  private DefaultStore() {}

  /** Whether the store is the one that {@code spring.data.redis.*} names. */
  static boolean isSpringRedis(@Nullable String store) {
    return StringUtils.hasText(store)
        ? SPRING_REDIS.equals(store)
        : !ClassUtils.isPresent(EMBEDDED_ENGINE, null);
  }

  /** Whether the store is a folder. */
  static boolean isEmbedded(@Nullable String store) {
    boolean isMeant = !StringUtils.hasText(store) || store.startsWith(FOLDER_SCHEME);
    return isMeant && ClassUtils.isPresent(EMBEDDED_ENGINE, null);
  }

  static DuetimeSettings.Builder settings(DuetimeProperties properties) {
    if (isSpringRedis(properties.store()) && !properties.options().isEmpty()) {
      throw new InvalidRequestException(
          "duetime.options",
          properties.options().keySet(),
          "none with the connection of spring.data.redis; a URI in duetime.store has options");
    }
    DuetimeSettings.Builder settings = Duetime.builder().uri(uri(properties.store()));
    properties.options().forEach(settings::option);
    if (properties.name() != null) {
      settings.name(properties.name());
    }
    if (properties.answerWithin() != null) {
      settings.answerWithin(properties.answerWithin());
    }
    return settings;
  }

  private static String uri(@Nullable String store) {
    if (isSpringRedis(store)) {
      return OF_SPRING;
    }
    return store != null && StringUtils.hasText(store) ? store : FOLDER;
  }
}
