package io.duetime.async;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs events one at a time, in the order in which they arrive, without a thread of its own and
 * without a lock. A caller that adds an event while none runs also runs it, and all events that
 * arrive meanwhile. An event added by an event runs after it, so nothing recurses.
 *
 * <p>After {@link #FAIR_SHARE} events of other callers a caller leaves the rest to the relief.
 * State that only events touch needs no other protection.
 */
public final class Serial {
  /** Large enough to make relief rare, small enough to delay a caller by less than milliseconds. */
  private static final int FAIR_SHARE = 200;

  private static final Logger LOG = LoggerFactory.getLogger(Serial.class);

  private final Executor relief;
  private final Queue<Runnable> events = new ConcurrentLinkedQueue<>();
  private final AtomicInteger pending = new AtomicInteger();

  /** Creates a serial; {@code relief} must not run tasks on the calling thread. */
  public Serial(Executor relief) {
    this.relief = relief;
  }

  /** Runs an event after all earlier ones. */
  public void run(Runnable event) {
    events.add(event);
    if (pending.getAndIncrement() == 0) {
      drain();
    }
  }

  private void drain() {
    int left = FAIR_SHARE;
    do {
      if (left-- == 0 && isRelieved()) {
        return;
      }
      runNext();
    } while (pending.decrementAndGet() != 0);
  }

  private boolean isRelieved() {
    try {
      relief.execute(this::drain);
      return true;
    } catch (RejectedExecutionException closed) {
      return false;
    }
  }

  private void runNext() {
    Runnable event = events.poll();
    try {
      if (event != null) {
        event.run();
      }
    } catch (RuntimeException | Error failure) {
      LOG.error("A fault in this library; its other work continues", failure);
    }
  }
}
