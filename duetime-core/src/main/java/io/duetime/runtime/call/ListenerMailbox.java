package io.duetime.runtime.call;

import io.duetime.JobListener;
import io.duetime.TimeSource;
import java.time.Duration;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells a listener on an executor what occurs on threads that serve all jobs, one event at a time
 * and in order. Drops events that come while {@link #MOST_WAITING} others wait, and events with a
 * job while the payloads of those that wait have {@link #MOST_BYTES}. Thread safe.
 */
final class ListenerMailbox extends Listeners.Told {
  static final int MOST_WAITING = 10_000;

  /** An event keeps its job with the payload in memory. */
  static final int MOST_BYTES = 16 << 20;

  private static final Logger LOG = LoggerFactory.getLogger(JobListener.class);
  private static final long LOG_INTERVAL_NANOS = Duration.ofMinutes(1).toNanos();

  /** Events after which the executor may do something else. */
  private static final int FAIR_SHARE = 200;

  private final Executor executor;
  private final TimeSource time;
  private final Queue<Event> events = new ConcurrentLinkedQueue<>();
  private final AtomicInteger waiting = new AtomicInteger();
  private final AtomicLong waitingBytes = new AtomicLong();
  private final AtomicLong nextLogNanos;

  private record Event(Consumer<JobListener> call, int bytes) {}

  ListenerMailbox(JobListener listener, Executor executor, TimeSource time) {
    super(listener);
    this.executor = executor;
    this.time = time;
    this.nextLogNanos = new AtomicLong(time.nanoTime());
  }

  @Override
  void post(Consumer<JobListener> event, int bytes) {
    boolean isTooLarge = bytes > 0 && waitingBytes.get() >= MOST_BYTES;
    if (isTooLarge || waiting.get() >= MOST_WAITING) {
      dropped();
      return;
    }
    waitingBytes.addAndGet(bytes);
    events.add(new Event(event, bytes));
    if (waiting.getAndIncrement() == 0) {
      deliverSoon();
    }
  }

  private void deliverSoon() {
    try {
      executor.execute(this::deliverSome);
    } catch (RejectedExecutionException closed) {
      deliverSome();
    }
  }

  private void deliverSome() {
    for (int i = 0; i < FAIR_SHARE; i++) {
      Event event = Objects.requireNonNull(events.poll());
      notify(event.call());
      waitingBytes.addAndGet(-event.bytes());
      if (waiting.decrementAndGet() == 0) {
        return;
      }
    }
    deliverSoon();
  }

  private void dropped() {
    long now = time.nanoTime();
    long next = nextLogNanos.get();
    if (now - next >= 0 && nextLogNanos.compareAndSet(next, now + LOG_INTERVAL_NANOS)) {
      LOG.warn(
          "Listener {} is {} events behind, and misses events until it has caught up; no job is"
              + " affected",
          name(),
          waiting.get());
    }
  }
}
