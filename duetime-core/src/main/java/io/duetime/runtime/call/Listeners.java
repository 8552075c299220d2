package io.duetime.runtime.call;

import io.duetime.InvalidRequestException;
import io.duetime.JobListener;
import io.duetime.Limits;
import io.duetime.TimeSource;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells several listeners of events. What a listener throws does not affect the others; the first
 * failure of each listener is logged.
 */
public final class Listeners {
  private static final Logger LOG = LoggerFactory.getLogger(JobListener.class);

  private final List<Told> all;

  /** Creates listeners that are told on the thread of the event, in this order. */
  public Listeners(List<JobListener> all) {
    this.all = all.stream().map(Told::new).toList();
  }

  /** Creates listeners of which those that may block have a mailbox on an executor. */
  Listeners(List<JobListener> all, Executor executor, TimeSource time) {
    this.all =
        all.stream()
            .map(
                one -> one.neverBlocks() ? new Told(one) : new ListenerMailbox(one, executor, time))
            .toList();
  }

  /** Whether no event needs to be told, so that nothing needs to be measured for it. */
  public boolean isEmpty() {
    return all.isEmpty();
  }

  /** Tells of an event on a thread that serves all jobs. */
  public void notify(Consumer<JobListener> event) {
    all.forEach(one -> one.post(event, 0));
  }

  /** As {@link #notify(Consumer)}, of an event that keeps a payload of a size in memory. */
  public void notify(int bytes, Consumer<JobListener> event) {
    all.forEach(one -> one.post(event, bytes));
  }

  /** Tells of an event on the thread of a caller or a handler, which waits. */
  public void notifyHere(Consumer<JobListener> event) {
    all.forEach(one -> one.notify(event));
  }

  /** Returns a job's headers with those of the listeners that fit; the job's own win. */
  public Map<String, String> headers(String queue, String id, Map<String, String> own) {
    Map<String, String> added = new LinkedHashMap<>();
    notifyHere(one -> added.putAll(one.scheduling(queue, id)));
    if (added.isEmpty()) {
      return own;
    }
    Map<String, String> together = new LinkedHashMap<>(own);
    added.forEach((name, value) -> {
      if (together.size() < Limits.MAX_HEADERS && isHeader(name, value)) {
        together.putIfAbsent(name, value);
      }
    });
    return together;
  }

  private static boolean isHeader(@Nullable String name, @Nullable String value) {
    if (name == null || value == null) {
      return false;
    }
    try {
      Limits.headers(Map.of(name, value));
      return true;
    } catch (InvalidRequestException tooLong) {
      return false;
    }
  }

  /** One listener, told on the calling thread. */
  static class Told {
    private final JobListener listener;
    private final AtomicBoolean failed = new AtomicBoolean();

    Told(JobListener listener) {
      this.listener = listener;
    }

    final String name() {
      return listener.getClass().getName();
    }

    /** Tells of an event, now or later, that keeps a payload of a size in memory. */
    void post(Consumer<JobListener> event, int bytes) {
      notify(event);
    }

    final void notify(Consumer<JobListener> event) {
      try {
        event.accept(listener);
      } catch (Throwable failure) { // a listener in another language may throw a checked one
        if (failed.compareAndSet(false, true)) {
          LOG.warn(
              "Listener {} failed; no job is affected, and its further failures are not logged",
              name(),
              failure);
        }
      }
    }
  }

  /**
   * Tells a listener on an executor what occurs on threads that serve all jobs, one event at a time
   * and in order. Drops events that come while {@link #MOST_WAITING} others wait, and events with a
   * job while the payloads of those that wait have {@link #MOST_BYTES}. Thread safe.
   */
  static final class ListenerMailbox extends Listeners.Told {
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
}
