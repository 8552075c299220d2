package io.duetime.internal.client;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs events one at a time, in the order in which they came, without a thread of its own and
 * without a lock: whoever brings an event while none is being run runs it, and all that come
 * meanwhile. An event brought from within an event runs after it, so that nothing recurses.
 *
 * <p>State that only events touch needs no other protection.
 */
final class Serial {
  private static final Logger LOG = LoggerFactory.getLogger(Serial.class);

  private final Queue<Runnable> events = new ConcurrentLinkedQueue<>();
  private final AtomicInteger pending = new AtomicInteger();

  void run(Runnable event) {
    events.add(event);
    if (pending.getAndIncrement() == 0) {
      drain();
    }
  }

  private void drain() {
    do {
      Runnable event = events.poll();
      try {
        if (event != null) {
          event.run();
        }
      } catch (RuntimeException | Error failure) {
        LOG.error("A fault in this library; whatever else was to be done goes on", failure);
      }
    } while (pending.decrementAndGet() != 0);
  }
}
