package io.duetime.handover;

import io.duetime.DuetimeException;
import io.duetime.Job;
import io.duetime.Worker;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Publishes due jobs as they come, with a worker for each state of the breaker. Thread safe. */
final class FreeCourse implements Course {
  private static final Logger LOG = LoggerFactory.getLogger(HandOver.class);

  private final HandOver.Builder plan;
  private final PublishAnswers answers;
  private final Runnable forgetBreaker;

  // Guarded by this.
  private CircuitBreaker.@Nullable State applied;
  private @Nullable Worker worker;
  private boolean closed;

  private FreeCourse(HandOver.Builder plan) {
    this.plan = plan;
    this.answers = new PublishAnswers(plan.breaker);
    this.forgetBreaker = plan.breaker.listen(this::apply);
  }

  static FreeCourse start(HandOver.Builder plan) {
    FreeCourse course = new FreeCourse(plan);
    course.apply(plan.breaker.status().state());
    return course;
  }

  @Override
  public synchronized int inFlight() {
    return worker == null ? 0 : worker.running();
  }

  // A worker that is closed lets its messages be confirmed while the next one begins.
  private synchronized void apply(CircuitBreaker.State state) {
    if (closed || state == applied) {
      return;
    }
    if (worker != null) {
      worker.closeAsync();
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
    }
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
    return PublishAnswers.of(plan.publisher, job)
        .handle((confirmed, failure) -> {
          if (failure == null) {
            answers.confirmed();
            return CompletableFuture.completedFuture(null);
          }
          throw new CompletionException(answers.outcome(failure));
        });
  }

  @Override
  public void close() {
    forgetBreaker.run();
    Worker stopped;
    synchronized (this) {
      closed = true;
      stopped = worker;
      worker = null;
    }
    if (stopped != null) {
      stopped.close();
    }
  }
}
