package io.duetime.test;

import io.duetime.JobQueue;
import io.duetime.JobState;
import io.duetime.StoredJob;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What is to be true of a queue.
 *
 * @param <T> the payload
 */
public final class JobQueueAssert<T> {
  private static final int SHOWN = 20;

  private final JobQueue<T> queue;

  JobQueueAssert(JobQueue<T> queue) {
    this.queue = queue;
  }

  /** A job with this id waits; the answer asserts more about it. */
  public JobAssert<T> hasScheduled(String id) {
    return has(id, "waiting", JobState::isWaiting);
  }

  /** A job with this id is held by somebody; the answer asserts more about it. */
  public JobAssert<T> hasRunning(String id) {
    return has(id, "running", state -> state == JobState.RUNNING);
  }

  /** A job with this id is dead; the answer asserts more about it. */
  public JobAssert<T> hasDead(String id) {
    return has(id, "dead", state -> state == JobState.DEAD);
  }

  /** So many jobs wait. */
  public JobQueueAssert<T> hasWaiting(long jobs) {
    long waiting = queue.counts().waiting();
    if (waiting != jobs) {
      throw failure("is to have " + jobs + " waiting jobs and has " + waiting);
    }
    return this;
  }

  /** No job waits. */
  public JobQueueAssert<T> hasNothingWaiting() {
    return hasWaiting(0);
  }

  /** No job with this id waits, runs or is dead. */
  public JobQueueAssert<T> doesNotHave(String id) {
    Optional<StoredJob<T>> job = queue.find(id);
    if (job.isPresent() && !isOver(job.get().state())) {
      throw failure("is not to have " + id + " and has " + job.get());
    }
    return this;
  }

  private JobAssert<T> has(String id, String word, java.util.function.Predicate<JobState> wanted) {
    StoredJob<T> job = queue.find(id).orElseThrow(() -> failure("has no " + word + " job " + id));
    if (!wanted.test(job.state())) {
      throw failure("is to have " + id + " " + word + " and has " + job);
    }
    return new JobAssert<>(job);
  }

  private static boolean isOver(JobState state) {
    return state == JobState.DONE || state == JobState.CANCELLED;
  }

  private AssertionError failure(String what) {
    String jobs =
        queue.jobs().page(SHOWN).jobs().stream()
            .map(job -> "\n  " + job)
            .collect(Collectors.joining());
    return new AssertionError(
        "queue "
            + queue.name()
            + " "
            + what
            + (jobs.isEmpty() ? "; it is empty" : "; it has" + jobs));
  }
}
