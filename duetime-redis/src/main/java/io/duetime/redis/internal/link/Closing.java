package io.duetime.redis.internal.link;

import io.lettuce.core.api.StatefulConnection;
import java.util.concurrent.CompletableFuture;

/** Ends connections. */
final class Closing {
  private Closing() {}

  /** Ends a connection without waiting for it; there is nothing to be done if that goes wrong. */
  static void soon(StatefulConnection<?, ?> connection) {
    CompletableFuture<Void> unused = connection.closeAsync();
  }
}
