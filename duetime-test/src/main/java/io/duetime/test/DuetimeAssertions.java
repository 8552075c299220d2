package io.duetime.test;

import io.duetime.JobQueue;

/** Assertions about what a queue holds; they need no library beside this one. */
public final class DuetimeAssertions {
  private DuetimeAssertions() {}

  /** Begins an assertion about a queue. */
  public static <T> JobQueueAssert<T> assertThat(JobQueue<T> queue) {
    return new JobQueueAssert<>(queue);
  }
}
