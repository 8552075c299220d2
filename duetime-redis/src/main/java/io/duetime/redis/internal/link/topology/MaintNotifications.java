package io.duetime.redis.internal.link.topology;

import io.lettuce.core.ClientOptions;
import java.lang.reflect.Method;

/**
 * Keeps Lettuce from asking for news that only some servers have: others answer with an error at
 * every connecting. Only Lettuce 7 and later do ask, so it is done without naming their types.
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
      // Then it asks, or cannot: neither does any harm.
      return;
    }
  }
}
