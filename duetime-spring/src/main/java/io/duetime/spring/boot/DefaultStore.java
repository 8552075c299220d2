package io.duetime.spring.boot;

import io.duetime.Duetime;
import io.duetime.DuetimeException;
import io.duetime.DuetimeSettings;
import io.duetime.InvalidRequestException;
import io.duetime.spring.MisconfiguredException;
import org.jspecify.annotations.Nullable;
import org.springframework.util.ClassUtils;
import org.springframework.util.StringUtils;

/** Chooses the store of an application from its properties and class path, and opens it. */
final class DefaultStore {
  private static final String SPRING_REDIS = "redis";

  /** The URI of a store whose connection Spring Data Redis makes. */
  private static final String OF_SPRING = "redis:";

  private static final String FOLDER_SCHEME = "embedded:";
  private static final String FOLDER = FOLDER_SCHEME + "./duetime-data";
  private static final String EMBEDDED_ENGINE = "io.duetime.embedded.EmbeddedEngineProvider";

  private DefaultStore() {}

  /** Whether the store is the one that {@code spring.data.redis.*} names. */
  static boolean isSpringRedis(@Nullable String store) {
    return StringUtils.hasText(store) ? SPRING_REDIS.equals(store) : !hasFolders();
  }

  /** Whether the store is a folder. */
  static boolean isFolder(@Nullable String store) {
    return hasFolders() && (!StringUtils.hasText(store) || store.startsWith(FOLDER_SCHEME));
  }

  private static boolean hasFolders() {
    return ClassUtils.isPresent(EMBEDDED_ENGINE, null);
  }

  static DuetimeSettings.Builder settings(DuetimeProperties properties) {
    String store = properties.store();
    boolean isSpringRedis = isSpringRedis(store);
    if (isSpringRedis && !properties.options().isEmpty()) {
      throw new InvalidRequestException(
          "duetime.options",
          properties.options().keySet(),
          "none with the connection of spring.data.redis; a URI in duetime.store has options");
    }
    String uri = StringUtils.hasText(store) ? store : FOLDER;
    DuetimeSettings.Builder settings = Duetime.builder().uri(isSpringRedis ? OF_SPRING : uri);
    properties.options().forEach(settings::option);
    if (properties.name() != null) {
      settings.name(properties.name());
    }
    if (properties.answerWithin() != null) {
      settings.answerWithin(properties.answerWithin());
    }
    return settings;
  }

  /** Opens a store, unless it needs a client of Spring Data that is not there. */
  static Duetime open(DuetimeSettings settings) {
    if (settings.uri().equals(OF_SPRING)) {
      throw new InvalidRequestException(
          "duetime.store",
          SPRING_REDIS,
          "redis with duetime-redis and a Lettuce connection of Spring Data Redis"
              + " (spring.data.redis.client-type=lettuce), or the URI of a store");
    }
    return settings.toBuilder().open();
  }

  /** Tells why a store is not opened, with what to do about it where that is known. */
  static RuntimeException notOpened(DuetimeException refused) {
    String remedy =
        switch (refused.code()) {
          case UNKNOWN_STORE ->
              "Check the property duetime.store, and add the module of the engine: duetime-embedded"
                  + " for embedded:, duetime-redis for redis:, duetime-client for https:.";
          case STORE_LOCKED ->
              "Stop the other process, or give this one a folder of its own with duetime.store."
                  + " Several processes share a store in Redis or a server.";
          case STORE_UNAVAILABLE -> "Check the property duetime.store, and that the store runs.";
          case STORE_REFUSED -> "Check user, password and token of the property duetime.store.";
          case INVALID -> "Correct the value of duetime.store, duetime.options or duetime.name.";
          default -> null;
        };
    return remedy == null
        ? refused
        : new MisconfiguredException(refused.code() + ": " + refused.getMessage(), remedy, refused);
  }
}
