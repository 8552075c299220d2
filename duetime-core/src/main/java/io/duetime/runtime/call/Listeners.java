package io.duetime.runtime.call;

import io.duetime.InvalidRequestException;
import io.duetime.JobListener;
import io.duetime.Limits;
import io.duetime.TimeSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
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
}
