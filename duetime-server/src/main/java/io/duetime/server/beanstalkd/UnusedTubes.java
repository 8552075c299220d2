package io.duetime.server.beanstalkd;

import io.duetime.TimeSource.Timer;
import io.duetime.internal.async.Stages;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes the queues of tubes that connections of this server have used, once no connection has
 * referred to a tube for a while, if the queue is empty and was never configured. Used on the loop.
 */
final class UnusedTubes {
  private static final Logger LOG = LoggerFactory.getLogger(UnusedTubes.class);

  /** How often tubes are checked in a retention. */
  private static final int CHECKS_PER_RETENTION = 4;

  private final Store store;
  private final Loop loop;
  private final Tubes tubes;
  private final Duration retention;
  private @Nullable Timer timer;
  private boolean closed;

  /** Deletes tubes after a while; never if {@code retention} is zero. */
  UnusedTubes(Store store, Loop loop, Tubes tubes, Duration retention) {
    this.store = store;
    this.loop = loop;
    this.tubes = tubes;
    this.retention = retention;
  }

  /** Starts the timer of the next check. */
  void start() {
    if (!closed && !retention.isZero()) {
      Duration pause = retention.dividedBy(CHECKS_PER_RETENTION);
      timer = store.time().after(pause, () -> loop.execute(this::check));
    }
  }

  void close() {
    closed = true;
    if (timer != null) {
      timer.cancel();
    }
  }

  private void check() {
    List<Tube> unused = tubes.unusedFor(retention, store.time().nanoTime());
    Stages.onCompletion(
        loop.here(Stages.inTurn(unused, this::delete)),
        (deleted, failure) -> {
          if (failure != null) {
            LOG.debug("Could not delete unused tubes; it is repeated", failure);
          }
          start();
        });
  }

  private CompletionStage<Boolean> delete(Tube tube) {
    return loop.here(store.engine().deleteEmptyQueue(tube.name()))
        .thenApply(deleted -> {
          tubes.checked(tube, deleted, store.time().nanoTime());
          return deleted;
        });
  }
}
