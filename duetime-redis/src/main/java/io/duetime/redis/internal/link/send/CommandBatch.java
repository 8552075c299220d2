package io.duetime.redis.internal.link.send;

import io.lettuce.core.api.StatefulConnection;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Commands that are sent together. Commands that are added after that, because they are sent again,
 * are sent alone. Used by one thread until it is sent.
 */
public final class CommandBatch {
  private final Supplier<StatefulConnection<byte[], byte[]>> connection;
  private final List<SentCommand> sendings = new ArrayList<>();
  private volatile boolean isSent;

  public CommandBatch(Supplier<StatefulConnection<byte[], byte[]>> connection) {
    this.connection = connection;
  }

  public void add(SentCommand sending) {
    if (isSent) {
      connection.get().dispatch(sending);
    } else {
      sendings.add(sending);
    }
  }

  public void send() {
    isSent = true;
    if (sendings.isEmpty()) {
      return;
    }
    try {
      connection.get().dispatch(sendings);
    } catch (RuntimeException failure) {
      sendings.forEach(sending -> sending.completeExceptionally(failure));
    }
  }
}
