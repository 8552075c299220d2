package io.duetime.engine;

import io.duetime.Limits;
import org.jspecify.annotations.Nullable;

/**
 * A recurring definition to store, and what the request says of the one that it replaces.
 *
 * @param job the definition
 * @param paused whether its ticks are left out from now on; null leaves that as it is, and a new
 *     definition ticks
 * @param replacePending whether the jobs of ticks to come that wait already give way to those of
 *     this definition; otherwise they stay as they are
 */
public record RecurringChange(RecurringJob job, @Nullable Boolean paused, boolean replacePending) {
  /** Checks that there is a definition. */
  public RecurringChange {
    Limits.given("job", job);
  }

  /** Stores a definition, leaves paused what is paused and keeps what is scheduled already. */
  public static RecurringChange of(RecurringJob job) {
    return new RecurringChange(job, null, false);
  }

  /** The same, paused or going on. */
  public RecurringChange paused(boolean newPaused) {
    return new RecurringChange(job, newPaused, replacePending);
  }

  /** The same, its jobs taking the place of those that wait for ticks to come. */
  public RecurringChange replacingPending() {
    return new RecurringChange(job, paused, true);
  }
}
