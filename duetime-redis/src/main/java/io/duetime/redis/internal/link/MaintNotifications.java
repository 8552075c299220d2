package io.duetime.redis.internal.link;

import io.lettuce.core.ClientOptions;
import java.lang.reflect.Method;

/**
 * Keeps Lettuce from requesting maintenance notifications: servers without them answer every
 * connection with an error. Only Lettuce 7 and later request them, so their types are used by
 * reflection.
 */
final class MaintNotifications {
  private MaintNotifications() {}

  static void turnOff(ClientOptions.Builder options) {
    try {
      Class<?> config = Class.forName("io.lettuce.core.MaintNotificationsConfig");
      Object disabled = config.getMethod("disabled").invoke(null);
      Method setter = ClientOptions.Builder.class.getMethod("maintNotificationsConfig", config);
      setter.invoke(options, disabled);
    } catch (ReflectiveOperationException olderOrNewer) {
      // Then Lettuce requests them, or cannot: both are harmless.
      return;
    }
  }
}
