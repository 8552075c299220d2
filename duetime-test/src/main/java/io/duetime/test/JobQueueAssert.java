package io.duetime.test;

import io.duetime.JobQueue;
import io.duetime.JobState;
import io.duetime.StoredJob;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Asserts facts about a queue. Each method throws an {@link AssertionError} if its condition is not
 * met.
 *
 * @param <T> the payload
 */
public final class JobQueueAssert<T> {
  private static final int SHOWN = 20;

  private final JobQueue<T> queue;

  JobQueueAssert(JobQueue<T> queue) {
    this.queue = queue;
  }

  /** Asserts that a job with this id waits; the answer asserts more about it. */
  public JobAssert<T> hasScheduled(String id) {
    return has(id, "waiting", JobState::isWaiting);
  }

  /** Asserts that a job with this id is running; the answer asserts more about it. */
  public JobAssert<T> hasRunning(String id) {
    return has(id, "running", state -> state == JobState.RUNNING);
  }

  /** Asserts that a job with this id is dead; the answer asserts more about it. */
  public JobAssert<T> hasDead(String id) {
    return has(id, "dead", state -> state == JobState.DEAD);
  }

  /** Asserts how many jobs wait. */
  public JobQueueAssert<T> hasWaiting(long jobs) {
    long waiting = queue.counts().waiting();
    if (waiting != jobs) {
      throw failure("should have " + jobs + " waiting jobs but has " + waiting);
    }
    return this;
  }

  /** Asserts that no job waits. */
  public JobQueueAssert<T> hasNothingWaiting() {
    return hasWaiting(0);
  }

  /** Asserts that no job with this id waits, runs or is dead. */
  public JobQueueAssert<T> doesNotHave(String id) {
    Optional<StoredJob<T>> job = queue.find(id);
    if (job.isPresent() && !isOver(job.get().state())) {
      throw failure("should not have " + id + " but has " + job.get());
    }
    return this;
  }

  private JobAssert<T> has(String id, String word, java.util.function.Predicate<JobState> wanted) {
    StoredJob<T> job = queue.find(id).orElseThrow(() -> failure("has no " + word + " job " + id));
    if (!wanted.test(job.state())) {
      throw failure("should have " + id + " " + word + " but has " + job);
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
