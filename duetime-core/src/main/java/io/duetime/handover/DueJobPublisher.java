package io.duetime.handover;

import io.duetime.DuetimeException;
import io.duetime.Job;
import io.duetime.Worker;
import io.duetime.async.Stages;
import io.duetime.runtime.work.DoneMessage;
import io.duetime.runtime.work.StoppedRun;
import io.duetime.runtime.work.StoreWorkers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Publishes due jobs as they come, with a worker for each state of the breaker. Thread safe. */
final class DueJobPublisher {
  private static final Logger LOG = LoggerFactory.getLogger(HandOver.class);

  private final HandOver.Builder plan;
  private final PublishAnswers answers;
  private final Runnable forgetBreaker;

  // Guarded by this.
  private final List<Worker> ending = new ArrayList<>();
  private CircuitBreaker.@Nullable State applied;
  private @Nullable Worker worker;
  private @Nullable CompletableFuture<Void> pause;
  private boolean closed;

  private DueJobPublisher(HandOver.Builder plan) {
    this.plan = plan;
    this.answers = new PublishAnswers(plan);
    this.forgetBreaker = plan.listen(this::apply);
  }

  static DueJobPublisher start(HandOver.Builder plan) {
    DueJobPublisher course = new DueJobPublisher(plan);
    course.apply();
    return course;
  }

  /** How many messages wait for their confirm. */
  synchronized int inFlight() {
    return workers().stream().mapToInt(Worker::running).sum();
  }

  // Reads the state itself: of two calls at once the later one sees the later state. A worker that
  // is closed lets its messages be confirmed while the next one begins.
  private synchronized void apply() {
    CircuitBreaker.State state = plan.state();
    if (closed || state == applied) {
      return;
    }
    // A worker keeps the JVM alive; so does a pause without one, from before the end of the other.
    CompletableFuture<Void> before = pause;
    pause = state == CircuitBreaker.State.OPEN ? keptAlive() : null;
    if (worker != null) {
      end(worker);
      worker = null;
    }
    try {
      worker =
          switch (state) {
            case CLOSED -> start(plan.inFlight);
            case HALF_OPEN -> start(1);
            case OPEN -> null;
          };
      applied = state;
    } catch (DuetimeException storeClosed) {
      LOG.warn("The hand-over of {} has ended: {}", plan.queue.name(), storeClosed.getMessage());
    } finally {
      end(before);
    }
  }

  private CompletableFuture<Void> keptAlive() {
    CompletableFuture<Void> end = new CompletableFuture<>();
    StoreWorkers.KeepAlive.until("hand-over-" + plan.queue.name(), end);
    return end;
  }

  private static void end(@Nullable CompletableFuture<Void> pause) {
    if (pause != null) {
      pause.complete(null);
    }
  }

  // Guarded by this.
  private void end(Worker old) {
    ending.add(old);
    Stages.whenDone(old.closeAsync(), (done, failure) -> forget(old));
  }

  private synchronized void forget(Worker old) {
    ending.remove(old);
  }

  // Guarded by this.
  private List<Worker> workers() {
    List<Worker> all = new ArrayList<>(ending);
    if (worker != null) {
      all.add(worker);
    }
    return all;
  }

  private Worker start(int inFlight) {
    return plan.queue
        .asyncWorker(this::publish)
        .name("hand-over-" + plan.queue.name())
        .concurrency(inFlight)
        .lease(plan.lease)
        .closeLimit(plan.closeLimit)
        .start();
  }

  private CompletionStage<?> publish(Job<byte[]> job) {
    Confirm confirm = new Confirm();
    PublishAnswers.of(plan.publisher, job)
        .whenComplete((confirmed, failure) -> {
          if (failure == null) {
            confirm.complete(answers.confirmed(confirmed));
          } else {
            confirm.completeExceptionally(answers.outcome(job, failure));
          }
        });
    return confirm;
  }

  /** Ends it, and waits for confirms up to the close limit. */
  void close() {
    forgetBreaker.run();
    List<Worker> stopped;
    synchronized (this) {
      closed = true;
      end(pause);
      stopped = workers();
    }
    stopped.forEach(Worker::closeAsync);
    stopped.forEach(Worker::close);
  }

  /**
   * The confirm of a message that is under way. A worker that closes cancels it: then the message
   * may have arrived, so its attempt counts and the next one is marked as a possible duplicate.
   */
  static final class Confirm extends CompletableFuture<DoneMessage> {
    @Override
    public boolean cancel(boolean mayInterrupt) {
      return completeExceptionally(
          StoppedRun.uncertain(
              "no confirm before the hand-over closed" + PublishAnswers.MAY_HAVE_ARRIVED));
    }
  }
}
