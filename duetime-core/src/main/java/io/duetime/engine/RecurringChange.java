package io.duetime.engine;

import io.duetime.InvalidRequestException;
import io.duetime.Limits;
import io.duetime.PendingTicks;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * A recurring definition to store, and what changes with it.
 *
 * @param job the definition
 * @param paused whether the definition is paused; null leaves it unchanged, and does not pause a
 *     new definition
 * @param pending what happens to ticks that were never begun, if the definition changes
 * @param version the version that the stored definition must have; {@link RecurringJob#ABSENT} if
 *     the queue must not have the definition; empty to store it in any case
 */
public record RecurringChange(
    RecurringJob job, @Nullable Boolean paused, PendingTicks pending, OptionalLong version) {
  /** Checks that nothing is null, and the version not negative. */
  public RecurringChange {
    Limits.given("job", job);
    Limits.given("pending", pending);
    if (Limits.given("version", version).orElse(0) < 0) {
      throw new InvalidRequestException("version", version.getAsLong(), "0 or more");
    }
  }

  /** Returns a change that leaves a pause unchanged and withdraws ticks that were never begun. */
  public static RecurringChange of(RecurringJob job) {
    return new RecurringChange(job, null, PendingTicks.WITHDRAW, OptionalLong.empty());
  }

  /** Returns a copy that pauses or resumes the definition. */
  public RecurringChange paused(boolean newPaused) {
    return new RecurringChange(job, newPaused, pending, version);
  }

  /** Returns a copy that keeps the ticks that were never begun. */
  public RecurringChange keepingPending() {
    return new RecurringChange(job, paused, PendingTicks.KEEP, version);
  }

  /** Returns a copy that applies only to a version. */
  public RecurringChange onlyOf(long newVersion) {
    return new RecurringChange(job, paused, pending, OptionalLong.of(newVersion));
  }
}
