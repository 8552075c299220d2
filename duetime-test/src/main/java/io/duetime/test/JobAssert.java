package io.duetime.test;

import io.duetime.JobState;
import io.duetime.StoredJob;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Asserts facts about one job, as it was when the assertion began. Each method throws an {@link
 * AssertionError} if its condition is not met.
 *
 * @param <T> the payload
 */
public final class JobAssert<T> {
  private final StoredJob<T> job;

  JobAssert(StoredJob<T> job) {
    this.job = job;
  }

  /** Asserts that the job is due at a moment. */
  public JobAssert<T> dueAt(Instant moment) {
    return equal("due time", moment, job.dueAt());
  }

  /** Asserts that the job is due a delay after it was scheduled. */
  public JobAssert<T> dueAfter(Duration delay) {
    return equal("delay", delay, Duration.between(job.scheduledAt(), job.dueAt()));
  }

  /** Asserts that the job has a payload equal to this one; arrays are compared by content. */
  public JobAssert<T> withPayload(T payload) {
    T actual = job.payload();
    if (!Objects.deepEquals(payload, actual)) {
      throw failure("payload", payload, actual);
    }
    return this;
  }

  /** Asserts the priority. */
  public JobAssert<T> withPriority(long priority) {
    return equal("priority", priority, job.priority());
  }

  /** Asserts that the job has a header. */
  public JobAssert<T> withHeader(String name, String value) {
    return equal("header " + name, value, job.headers().get(name));
  }

  /** Asserts that the job has a tag, perhaps among others. */
  public JobAssert<T> withTag(String tag) {
    if (!job.tags().contains(tag)) {
      throw failure("tag", tag, job.tags());
    }
    return this;
  }

  /** Asserts how many attempts have been used. */
  public JobAssert<T> afterAttempts(int attempts) {
    return equal("number of attempts", attempts, job.attempt());
  }

  /** Asserts the state. */
  public JobAssert<T> inState(JobState state) {
    return equal("state", state, job.state());
  }

  private JobAssert<T> equal(String what, Object wanted, @Nullable Object actual) {
    if (!Objects.equals(wanted, actual)) {
      throw failure(what, wanted, actual);
    }
    return this;
  }

  private AssertionError failure(String what, Object wanted, @Nullable Object actual) {
    return new AssertionError(
        "the " + what + " of " + job + " should be " + wanted + " but is " + actual);
  }
}
