package io.duetime.engine;

import io.duetime.InvalidRequestException;
import io.duetime.Limits;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * A recurring definition to store, and what changes with it.
 *
 * @param job the definition
 * @param paused whether the definition is paused; null leaves it unchanged, and does not pause a
 *     new definition
 * @param replacePending whether the definition replaces the jobs that wait for future ticks;
 *     otherwise they stay
 * @param version the version that the stored definition must have; {@link RecurringJob#ABSENT} if
 *     the queue must not have the definition; empty to store it in any case
 */
public record RecurringChange(
    RecurringJob job, @Nullable Boolean paused, boolean replacePending, OptionalLong version) {
  /** Checks that the definition is not null, and the version not negative. */
  public RecurringChange {
    Limits.given("job", job);
    if (Limits.given("version", version).orElse(0) < 0) {
      throw new InvalidRequestException("version", version.getAsLong(), "0 or more");
    }
  }

  /** Returns a change that leaves a pause unchanged and keeps the jobs that wait. */
  public static RecurringChange of(RecurringJob job) {
    return new RecurringChange(job, null, false, OptionalLong.empty());
  }

  /** Returns a copy that pauses or resumes the definition. */
  public RecurringChange paused(boolean newPaused) {
    return new RecurringChange(job, newPaused, replacePending, version);
  }

  /** Returns a copy that replaces the jobs that wait for future ticks. */
  public RecurringChange replacingPending() {
    return new RecurringChange(job, paused, true, version);
  }

  /** Returns a copy that applies only to a version. */
  public RecurringChange onlyOf(long newVersion) {
    return new RecurringChange(job, paused, replacePending, OptionalLong.of(newVersion));
  }
}
