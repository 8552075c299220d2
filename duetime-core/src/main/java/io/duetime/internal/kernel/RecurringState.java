package io.duetime.internal.kernel;

import io.duetime.OnConflict;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.DueTime;
import io.duetime.engine.JobSpec;
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

  /**
   * The tick to deal with next: the one after the last, or where it has been missed and perhaps
   * others with it, the one that makes up for them.
   */
  public long nextTickAt(long now) {
    long next = nextTick();
    return next <= now && job.missed() != RecurringJob.Missed.ALL
        ? job.schedule()
            .latestAtOrBefore(Instant.ofEpochMilli(now))
            .map(Instant::toEpochMilli)
            .orElse(next)
        : next;
  }

  /** Whether a tick gets a job: those ahead do, missed ones unless they are to be left out. */
  public boolean runs(long tick, long now) {
    return tick > now || job.missed() != RecurringJob.Missed.NONE;
  }

  /** Whether a job has to be made: the tick before it has passed. */
  public boolean isDue(long now) {
    return !job.paused() && lastTick <= now && nextTick() != ClaimResult.NEVER;
  }

  /** The job of a tick. */
  public JobSpec jobOf(long tick) {
    return job.template().toBuilder()
        .id(job.name() + "@" + Instant.ofEpochMilli(tick))
        .due(DueTime.at(tick))
        .onConflict(OnConflict.KEEP)
        .nonce(0)
        .build();
  }

  /**
   * From when the ticks of a changed definition count: with the same schedule they go on where they
   * were; with another they count from now, and after a pause too, but for a tick ahead of its time
   * that was dealt with before.
   */
  public long ticksFrom(RecurringJob changed, long now) {
    if (!job.schedule().equals(changed.schedule())) {
      return now;
    }
    return job.paused() ? Math.max(now, lastTick) : lastTick;
  }

  /** When the next job has to be made, or {@link ClaimResult#NEVER}. */
  public long dueAt() {
    return !job.paused() && nextTick() != ClaimResult.NEVER ? lastTick : ClaimResult.NEVER;
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
