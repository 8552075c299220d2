package io.duetime.engine;

import io.duetime.Limits;
import org.jspecify.annotations.Nullable;

/**
 * A recurring definition to store, and what changes with it.
 *
 * @param job the definition
 * @param paused whether the definition is paused; null leaves it unchanged, and does not pause a
 *     new definition
 * @param replacePending whether the definition replaces the jobs that wait for future ticks;
 *     otherwise they stay
 */
public record RecurringChange(RecurringJob job, @Nullable Boolean paused, boolean replacePending) {
  /** Checks that the definition is not null. */
  public RecurringChange {
    Limits.given("job", job);
  }

  /** Returns a change that leaves a pause unchanged and keeps the jobs that wait. */
  public static RecurringChange of(RecurringJob job) {
    return new RecurringChange(job, null, false);
  }

  /** Returns a copy that pauses or resumes the definition. */
  public RecurringChange paused(boolean newPaused) {
    return new RecurringChange(job, newPaused, replacePending);
  }

  /** Returns a copy that replaces the jobs that wait for future ticks. */
  public RecurringChange replacingPending() {
    return new RecurringChange(job, paused, true);
  }
}
