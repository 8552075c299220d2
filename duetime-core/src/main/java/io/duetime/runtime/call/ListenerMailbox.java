package io.duetime.runtime.call;

import io.duetime.Job;
import io.duetime.JobListener;
import io.duetime.Scheduled;
import io.duetime.SettleOutcome;
import io.duetime.TimeSource;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells a listener on an executor what occurs on threads that serve all jobs, one event at a time
 * and in order. Drops events that come while {@link #MOST_WAITING} others wait, and events with a
 * job while the payloads of those that wait have {@link #MOST_BYTES}. The events that have to be
 * told on the thread of a caller or a handler are told at once. Thread safe.
 */
final class ListenerMailbox implements JobListener {
  static final int MOST_WAITING = 10_000;

  /** An event keeps its job with the payload in memory. */
  static final int MOST_BYTES = 16 << 20;

  private static final Logger LOG = LoggerFactory.getLogger(JobListener.class);
  private static final long LOG_INTERVAL_NANOS = Duration.ofMinutes(1).toNanos();

  /** Events after which the executor may do something else. */
  private static final int FAIR_SHARE = 200;

  private final String name;
  private final Listeners listener;
  private final Executor executor;
  private final TimeSource time;
  private final Queue<Event> events = new ConcurrentLinkedQueue<>();
  private final AtomicInteger waiting = new AtomicInteger();
  private final AtomicLong waitingBytes = new AtomicLong();
  private final AtomicLong nextLogNanos;

  private record Event(Consumer<JobListener> tell, int bytes) {}

  ListenerMailbox(JobListener listener, Executor executor, TimeSource time) {
    this.name = listener.getClass().getName();
    this.listener = new Listeners(List.of(listener));
    this.executor = executor;
    this.time = time;
    this.nextLogNanos = new AtomicLong(time.nanoTime());
  }

  @Override
  public Map<String, String> scheduling(String queue, String id) {
    return listener.scheduling(queue, id);
  }

  @Override
  public void scheduled(String queue, Scheduled answer) {
    post(to -> to.scheduled(queue, answer));
  }

  @Override
  public void scheduleFailed(String queue, String id, Throwable failure) {
    post(to -> to.scheduleFailed(queue, id, failure));
  }

  @Override
  public void claimed(String queue, int jobs) {
    post(to -> to.claimed(queue, jobs));
  }

  @Override
  public void claimFailed(String queue, Throwable failure) {
    post(to -> to.claimFailed(queue, failure));
  }

  @Override
  public void leased(String queue, Duration lateness) {
    post(to -> to.leased(queue, lateness));
  }

  @Override
  public void started(Job<?> job, Duration lateness) {
    listener.started(job, lateness);
  }

  @Override
  public void ended(Job<?> job) {
    listener.ended(job);
  }

  @Override
  public void failed(Job<?> job, Throwable failure) {
    listener.failed(job, failure);
  }

  @Override
  public void finished(Job<?> job, SettleOutcome outcome, Duration took) {
    post(sizeOf(job), to -> to.finished(job, outcome, took));
  }

  @Override
  public void leaseLost(Job<?> job) {
    post(sizeOf(job), to -> to.leaseLost(job));
  }

  @Override
  public void settled(String queue, SettleOutcome outcome) {
    post(to -> to.settled(queue, outcome));
  }

  @Override
  public void storeCalled(String operation, Duration took, @Nullable Throwable failure) {
    post(to -> to.storeCalled(operation, took, failure));
  }

  @Override
  public void dataLost(String queue) {
    post(to -> to.dataLost(queue));
  }

  @Override
  public void clockSkew(Duration skew) {
    post(to -> to.clockSkew(skew));
  }

  private static int sizeOf(Job<?> job) {
    return job instanceof Payload.Sized sized ? sized.payloadSize() : 0;
  }

  private void post(Consumer<JobListener> tell) {
    post(0, tell);
  }

  private void post(int bytes, Consumer<JobListener> tell) {
    boolean isTooLarge = bytes > 0 && waitingBytes.get() >= MOST_BYTES;
    if (isTooLarge || waiting.get() >= MOST_WAITING) {
      dropped();
      return;
    }
    waitingBytes.addAndGet(bytes);
    events.add(new Event(tell, bytes));
    if (waiting.getAndIncrement() == 0) {
      tellSoon();
    }
  }

  private void tellSoon() {
    try {
      executor.execute(this::tellSome);
    } catch (RejectedExecutionException closed) {
      tellSome();
    }
  }

  private void tellSome() {
    for (int i = 0; i < FAIR_SHARE; i++) {
      Event event = Objects.requireNonNull(events.poll());
      event.tell().accept(listener);
      waitingBytes.addAndGet(-event.bytes());
      if (waiting.decrementAndGet() == 0) {
        return;
      }
    }
    tellSoon();
  }

  private void dropped() {
    long now = time.nanoTime();
    long next = nextLogNanos.get();
    if (now - next >= 0 && nextLogNanos.compareAndSet(next, now + LOG_INTERVAL_NANOS)) {
      LOG.warn(
          "Listener {} is {} events behind, and misses events until it has caught up; no job is"
              + " affected",
          name,
          waiting.get());
    }
  }
}
