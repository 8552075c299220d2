package io.duetime.test;

import io.duetime.JobState;
import io.duetime.StoredJob;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What is to be true of one job, as it was when the assertion began.
 *
 * @param <T> the payload
 */
public final class JobAssert<T> {
  private final StoredJob<T> job;

  JobAssert(StoredJob<T> job) {
    this.job = job;
  }

  /** It is due at a moment. */
  public JobAssert<T> dueAt(Instant moment) {
    return equal("due time", moment, job.dueAt());
  }

  /** It is due so long after it was scheduled. */
  public JobAssert<T> dueAfter(Duration delay) {
    return equal("delay", delay, Duration.between(job.scheduledAt(), job.dueAt()));
  }

  /** It carries a payload that equals this one. */
  public JobAssert<T> withPayload(T payload) {
    T actual = job.payload();
    // As arrays are compared: by what is in them.
    if (!Objects.deepEquals(payload, actual)) {
      throw failure("payload", payload, actual);
    }
    return this;
  }

  /** It has a priority. */
  public JobAssert<T> withPriority(long priority) {
    return equal("priority", priority, job.priority());
  }

  /** It carries a header. */
  public JobAssert<T> withHeader(String name, String value) {
    return equal("header " + name, value, job.headers().get(name));
  }

  /** It carries a tag, perhaps among others. */
  public JobAssert<T> withTag(String tag) {
    if (!job.tags().contains(tag)) {
      throw failure("tag", tag, job.tags());
    }
    return this;
  }

  /** So many tries have been used. */
  public JobAssert<T> afterAttempts(int attempts) {
    return equal("number of attempts", attempts, job.attempt());
  }

  /** It is in a state. */
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
        "the " + what + " of " + job + " is to be " + wanted + " and is " + actual);
  }
}
