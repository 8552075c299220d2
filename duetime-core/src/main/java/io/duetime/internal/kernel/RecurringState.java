package io.duetime.internal.kernel;

import io.duetime.engine.ClaimResult;
import io.duetime.engine.RecurringJob;
import java.time.Instant;

/**
 * A recurring definition and the latest tick that was dealt with.
 *
 * @param lastTick the latest tick for which a job was made, or the moment from which on ticks count
 */
public record RecurringState(RecurringJob job, long lastTick) {
  /** The tick that comes after the last one. */
  public long nextTick() {
    return job.schedule()
        .nextAfter(Instant.ofEpochMilli(lastTick))
        .map(Instant::toEpochMilli)
        .orElse(ClaimResult.NEVER);
  }

  /** The same with a later tick dealt with. */
  public RecurringState at(long tick) {
    return new RecurringState(job, tick);
  }

  /** As callers see it. */
  public RecurringJob.View view() {
    return new RecurringJob.View(job, lastTick, job.paused() ? ClaimResult.NEVER : nextTick());
  }
}
