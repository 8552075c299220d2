package io.duetime.handover;

import io.duetime.DuetimeException;
import io.duetime.InvalidRequestException;
import io.duetime.JobQueue;
import io.duetime.Worker;
import io.duetime.internal.time.SystemTime;
import io.duetime.internal.time.Threads;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Publishes due jobs in the order of their keys while it holds the queue's baton. One thread gets
 * the baton, gives way to the jobs of the process that had it before, and keeps it. Thread safe.
 */
final class OrderedCourse implements Course {
  /** The key of a job, and where the batons are. */
  record Order(MessageTemplate key, JobQueue<byte[]> batons) {}

  private static final Logger LOG = LoggerFactory.getLogger(HandOver.class);

  /** How long to wait before another look for the baton, or for jobs of its last holder. */
  private static final Duration LOOK = Duration.ofSeconds(1);

  private final HandOver.Builder plan;
  private final Order order;
  private final Baton baton;
  private final Thread thread;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final SystemTime time = new SystemTime();
  private volatile @Nullable Lanes lanes;

  private OrderedCourse(HandOver.Builder plan, Order order) {
    this.plan = plan;
    this.order = order;
    this.baton = new Baton(order.batons(), plan.queue.name(), time);
    // Keeps the JVM alive, as a worker does: also while another process leads.
    this.thread =
        Threads.keepingAlive("duetime-hand-over-" + plan.queue.name()).newThread(this::run);
  }

  static OrderedCourse start(HandOver.Builder plan, Order order) {
    int shards = plan.queue.admin().settings().shards();
    if (shards != 1) {
      throw new InvalidRequestException(
          "orderBy", order.key(), "a queue with one shard; this one has " + shards);
    }
    OrderedCourse course = new OrderedCourse(plan, order);
    course.thread.start();
    return course;
  }

  @Override
  public int inFlight() {
    Lanes current = lanes;
    return current == null ? 0 : current.inFlight();
  }

  private void run() {
    try {
      while (!isClosed(Duration.ZERO)) {
        try {
          lead();
        } catch (DuetimeException failure) {
          LOG.warn(
              "The ordered hand-over of {} pauses: {}", plan.queue.name(), failure.getMessage());
        }
        isClosed(LOOK);
      }
    } catch (InterruptedException ended) {
      LOG.debug("The ordered hand-over of {} was interrupted", plan.queue.name());
    } finally {
      time.close();
    }
  }

  private void lead() throws InterruptedException {
    if (!baton.take()) {
      return;
    }
    try {
      if (awaitOtherRuns()) {
        handOver();
      }
    } finally {
      baton.release();
    }
  }

  // The jobs of the last holder end, or their leases do, before the next ones may overtake them.
  private boolean awaitOtherRuns() throws InterruptedException {
    while (plan.queue.counts().now().running() > 0) {
      if (isClosed(LOOK) || !baton.keep()) {
        return false;
      }
    }
    return true;
  }

  private void handOver() throws InterruptedException {
    Lanes mine = new Lanes(plan, order.key(), time, baton::isHeld);
    lanes = mine;
    BegunBefore before = new BegunBefore(plan.queue, plan.lease, mine);
    try {
      if (!before.claim(this::goesOn)) {
        return;
      }
      try (Worker worker = worker(mine)) {
        keepGoing(before, worker);
        // First, so that jobs which the lanes give back are not claimed again.
        worker.closeAsync();
        mine.stop();
      }
    } finally {
      mine.stop();
      before.awaitSettled(plan.closeLimit);
      lanes = null;
    }
  }

  // Asked often: the baton is extended at its own pace.
  private boolean goesOn() {
    return closed.getCount() > 0 && baton.keepAtPace();
  }

  private void keepGoing(BegunBefore before, Worker worker) throws InterruptedException {
    while (!isClosed(Baton.PACE) && baton.keep() && !worker.awaitStopped(Duration.ZERO)) {
      before.extend();
    }
  }

  private Worker worker(Lanes mine) {
    return plan.queue
        .asyncWorker(mine::add)
        .name("hand-over-" + plan.queue.name())
        .concurrency(plan.inFlight)
        .lease(plan.lease)
        .closeLimit(plan.closeLimit)
        .start();
  }

  private boolean isClosed(Duration after) throws InterruptedException {
    return closed.await(after.toNanos(), TimeUnit.NANOSECONDS);
  }

  @Override
  public void close() {
    closed.countDown();
    try {
      thread.join(plan.closeLimit.toMillis() + Baton.LEASE.toMillis());
    } catch (InterruptedException interrupted) {
      thread.interrupt();
      Thread.currentThread().interrupt();
    }
  }
}
