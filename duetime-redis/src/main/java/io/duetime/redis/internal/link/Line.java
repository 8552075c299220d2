package io.duetime.redis.internal.link;

import io.duetime.TimeSource;
import io.lettuce.core.api.StatefulConnection;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connection, and another one in its place when it no longer leads anywhere: a server that went
 * away without a word, or that takes no writes any more. Thread safe.
 */
final class Line implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Line.class);
  private static final Duration BETWEEN_RENEWALS = Duration.ofMillis(200);

  /** For how long a connection that was replaced is kept for the answers on their way. */
  private static final Duration LAST_ANSWERS = Duration.ofSeconds(1);

  private final Supplier<StatefulConnection<byte[], byte[]>> connect;
  private final Executor connectors;
  private final TimeSource time;
  private final AtomicReference<StatefulConnection<byte[], byte[]>> current;
  private final AtomicBoolean renewing = new AtomicBoolean();
  // Guarded by this.
  private final Set<StatefulConnection<byte[], byte[]>> replaced = new HashSet<>();
  private volatile boolean closed;

  /**
   * Connects, and waits for that.
   *
   * @param connect makes one more connection, waiting for it
   * @param connectors what may wait
   */
  Line(Supplier<StatefulConnection<byte[], byte[]>> connect, Executor connectors, TimeSource time) {
    this.connect = connect;
    this.connectors = connectors;
    this.time = time;
    this.current = new AtomicReference<>(connect.get());
  }

  StatefulConnection<byte[], byte[]> connection() {
    return current.get();
  }

  /** Puts another connection in the place of this one, as soon as there is one. */
  void renew() {
    if (!closed && renewing.compareAndSet(false, true)) {
      try {
        connectors.execute(this::replace);
      } catch (RejectedExecutionException ended) {
        renewing.set(false);
      }
    }
  }

  private void replace() {
    try {
      put(connect.get());
    } catch (RuntimeException failure) {
      LOG.debug("No better connection yet; the next call that fails tries again", failure);
    } finally {
      time.after(BETWEEN_RENEWALS, () -> renewing.set(false));
    }
  }

  private synchronized void put(StatefulConnection<byte[], byte[]> better) {
    if (closed) {
      CompletableFuture<Void> unused = better.closeAsync();
      return;
    }
    StatefulConnection<byte[], byte[]> worse = current.getAndSet(better);
    replaced.add(worse);
    time.after(LAST_ANSWERS, () -> end(worse));
  }

  private synchronized void end(StatefulConnection<byte[], byte[]> worse) {
    if (replaced.remove(worse)) {
      CompletableFuture<Void> unused = worse.closeAsync();
    }
  }

  @Override
  public synchronized void close() {
    closed = true;
    List.copyOf(replaced).forEach(this::end);
    current.get().close();
  }
}
