package io.duetime.test;

import io.duetime.JobQueue;

/** Offers assertions about the jobs of a queue, without a further library. */
public final class DuetimeAssertions {
  private DuetimeAssertions() {}

  /** Begins assertions about a queue. */
  public static <T> JobQueueAssert<T> assertThat(JobQueue<T> queue) {
    return new JobQueueAssert<>(queue);
  }
}
