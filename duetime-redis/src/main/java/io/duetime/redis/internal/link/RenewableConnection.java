package io.duetime.redis.internal.link;

import io.duetime.TimeSource;
import io.lettuce.core.api.StatefulConnection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connection that is made when first needed, and replaced when it is useless: the server does not
 * answer any more, or accepts no writes. Thread safe.
 */
final class RenewableConnection<C extends StatefulConnection<byte[], byte[]>> {
  private static final Logger LOG = LoggerFactory.getLogger(RenewableConnection.class);
  private static final Duration BETWEEN_RENEWALS = Duration.ofMillis(200);

  private final Supplier<? extends C> connect;
  private final Executor connectors;
  private final TimeSource time;
  private final Duration lastAnswers;
  private final Runnable renewed;
  private final Object opening = new Object();
  // Guarded by this.
  private final Set<C> replaced = new HashSet<>();
  private Renewal renewal = Renewal.NONE;
  private volatile @Nullable C current;
  private volatile boolean closed;

  private enum Renewal {
    NONE,
    /** A connection is being made. */
    CONNECTING,
    /** One was made a moment ago: the next one is made after a pause. */
    PAUSED,
    /** The new one is useless too, and is replaced after the pause. */
    WANTED
  }

  /**
   * Connects later.
   *
   * @param connect makes one more connection, waiting for it
   * @param connectors runs connecting, which blocks
   * @param lastAnswers for how long a replaced connection stays open for its last answers
   * @param renewed is run when {@link #renew} has made a connection, and a while after it failed to
   *     make the first one
   */
  RenewableConnection(
      Supplier<? extends C> connect,
      Executor connectors,
      TimeSource time,
      Duration lastAnswers,
      Runnable renewed) {
    this.connect = connect;
    this.connectors = connectors;
    this.time = time;
    this.lastAnswers = lastAnswers;
    this.renewed = renewed;
  }

  /** The connection; null while there is none. */
  @Nullable C now() {
    return current;
  }

  C connection() {
    C now = current;
    if (now == null) {
      throw new IllegalStateException("the store is closed");
    }
    return now;
  }

  /** The current connection; makes one if there is none, and waits for it. */
  C open() {
    synchronized (opening) {
      if (current == null) {
        put(connect.get());
      }
      return connection();
    }
  }

  /** Replaces the connection as soon as a new one is made. */
  synchronized void renew() {
    if (renewal == Renewal.PAUSED) {
      renewal = Renewal.WANTED;
    } else if (renewal == Renewal.NONE && !closed) {
      renewal = Renewal.CONNECTING;
      try {
        connectors.execute(this::replace);
      } catch (RejectedExecutionException ended) {
        LOG.debug("The link is closed");
      }
    }
  }

  private void replace() {
    try {
      put(connect.get());
      pause();
      renewed.run();
    } catch (RuntimeException | Error failure) {
      LOG.debug("No better connection yet", failure);
      pause();
    }
  }

  private synchronized void pause() {
    renewal = Renewal.PAUSED;
    time.after(BETWEEN_RENEWALS, this::endPause);
  }

  private void endPause() {
    boolean isWanted;
    synchronized (this) {
      isWanted = renewal == Renewal.WANTED;
      renewal = Renewal.NONE;
    }
    if (isWanted) {
      renew();
    } else if (current == null && !closed) {
      renewed.run();
    }
  }

  private synchronized void put(C better) {
    if (closed) {
      CompletableFuture<Void> unused = better.closeAsync();
      return;
    }
    C worse = current;
    current = better;
    if (worse != null) {
      replaced.add(worse);
      time.after(lastAnswers, () -> end(worse));
    }
  }

  private synchronized void end(C worse) {
    if (replaced.remove(worse)) {
      CompletableFuture<Void> unused = worse.closeAsync();
    }
  }

  /**
   * Closes all connections. Answers later: a thread that closes one may wait in {@link #renew} for
   * the lock, so nothing may be awaited under it.
   */
  CompletableFuture<Void> closeAsync() {
    List<C> open;
    synchronized (this) {
      closed = true;
      open = new ArrayList<>(replaced);
      replaced.clear();
      if (current != null) {
        open.add(current);
      }
    }
    return CompletableFuture.allOf(
        open.stream().map(StatefulConnection::closeAsync).toArray(CompletableFuture[]::new));
  }
}
