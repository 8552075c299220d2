package io.duetime.internal.kernel.recurring;

import io.duetime.engine.ClaimResult;
import io.duetime.engine.JobBody;
import io.duetime.engine.JobSpec;
import io.duetime.engine.RecurringChange;
import io.duetime.engine.RecurringJob;
import io.duetime.engine.RecurringJob.Missed;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * A recurring definition, its ticks, and how both change. What was removed is known for a day, so
 * that putting it again repeats no tick.
 *
 * @param removedAt when it was removed, 0 for a definition in use
 * @param version grows with each change of the definition or of its pause, not with its ticks
 */
public record RecurringState(
    RecurringJob job, boolean paused, TickLog ticks, long removedAt, long version) {
  private static final long REMEMBERED_MILLIS = Duration.ofDays(1).toMillis();

  /** The state that a change leads to where nothing is known of the definition. */
  public static RecurringState first(RecurringChange change, long now) {
    return new RecurringState(
        change.job().copy(),
        Boolean.TRUE.equals(change.paused()),
        TickLog.startingAt(now),
        0,
        RecurringJob.ABSENT);
  }

  public boolean isRemoved() {
    return removedAt > 0;
  }

  /** When nothing needs to be known any more of a definition that was removed. */
  public long forgetAt() {
    return isRemoved() ? removedAt + REMEMBERED_MILLIS : ClaimResult.NEVER;
  }

  /** The tick that comes after those dealt with. */
  long nextTick() {
    return MissedCount.nextAfter(job.schedule(), ticks.until());
  }

  /** Whether a tick has to be dealt with: the one before it has passed. */
  public boolean isDue(long now) {
    return dueAt() <= now;
  }

  /** When the next tick has to be dealt with, or {@link ClaimResult#NEVER}. */
  public long dueAt() {
    return isRemoved() || paused || nextTick() == ClaimResult.NEVER
        ? ClaimResult.NEVER
        : ticks.until();
  }

  /**
   * One tick dealt with.
   *
   * @param makesJob whether it gets a job
   */
  public record Step(long tick, boolean makesJob, RecurringState after) {}

  /**
   * Deals with the next tick, or where it has been missed and perhaps others with it, with the one
   * that makes up for them.
   */
  public Step step(long now) {
    long next = nextTick();
    if (next > now) {
      return stepTo(next, 0, true, now);
    }
    if (job.missed() == Missed.ALL) {
      return stepTo(next, 0, true, now);
    }
    long latest = MissedCount.latest(job.schedule(), now);
    boolean runs = job.missed() == Missed.LATEST;
    return stepTo(latest, leftBefore(latest) + (runs || ticks.hasMade(latest) ? 0 : 1), runs, now);
  }

  /** The same, the missed ticks left out that are too many to run; to be asked before steps. */
  public RecurringState withoutOldest(long now) {
    long next = nextTick();
    if (job.missed() != Missed.ALL || next > now) {
      return this;
    }
    long first = MissedCount.firstOfLatest(job.schedule(), next, now);
    return first == next ? this : with(ticks.passedUntil(first - 1, leftBefore(first)));
  }

  private long leftBefore(long tick) {
    return MissedCount.between(job.schedule(), ticks.until(), tick)
        - ticks.ahead().stream().filter(made -> made > ticks.until() && made < tick).count();
  }

  private Step stepTo(long tick, long left, boolean runs, long now) {
    boolean makesJob = runs && !ticks.hasMade(tick);
    TickLog passed = ticks.passedUntil(tick, left);
    TickLog after = makesJob ? passed.made(tick) : passed;
    return new Step(tick, makesJob, with(after.tidied(now)));
  }

  /** The state that a change leads to; ticks up to now have been dealt with. */
  public RecurringState changed(RecurringChange change, long now) {
    if (forgetAt() <= now) {
      return first(change, now);
    }
    boolean goesOn = !isRemoved() && job.schedule().equals(change.job().schedule());
    TickLog counted = goesOn ? ticks : ticks.countedFrom(Math.max(now, ticks.last()));
    boolean wasPaused = paused && !isRemoved();
    boolean pauses = change.paused() == null ? wasPaused : change.paused();
    RecurringState changed =
        new RecurringState(change.job().copy(), wasPaused, counted, 0, version);
    return pauses ? changed.pausedAt(now) : changed.resumed();
  }

  /** Ticks are left out from now on; those that pass meanwhile are missed. */
  public RecurringState pausedAt(long now) {
    return paused ? this : new RecurringState(job, true, startingBy(now), removedAt, version);
  }

  /** Ticks continue; missed ticks are treated as the definition says. */
  public RecurringState resumed() {
    return new RecurringState(job, false, ticks, removedAt, version);
  }

  /** The jobs of future ticks were withdrawn; these ticks are to be dealt with again. */
  public RecurringState withdrawn(Collection<Long> withdrawn, long now) {
    return withdrawn.isEmpty() ? this : with(startingBy(now).without(withdrawn));
  }

  // A tick ahead of its time that got a job is still known as one that has.
  private TickLog startingBy(long now) {
    return ticks.countedFrom(Math.min(ticks.until(), now));
  }

  /** What is known of a definition that is removed: its ticks, not what they would schedule. */
  public RecurringState removed(long now) {
    JobSpec template = job.template();
    JobSpec nothing =
        JobSpec.builder(template.id(), JobBody.of(new byte[0]), template.due()).build();
    RecurringJob bare = new RecurringJob(job.name(), job.schedule(), nothing, job.missed());
    return new RecurringState(bare, false, ticks.tidied(now), now, version);
  }

  /** The same, without repeating a tick of one that was removed. */
  public RecurringState behind(RecurringState removed) {
    return with(ticks.joined(removed.ticks));
  }

  private RecurringState with(TickLog newTicks) {
    return new RecurringState(job, paused, newTicks, removedAt, version);
  }

  /** The same with another version. */
  public RecurringState withVersion(long newVersion) {
    return new RecurringState(job, paused, ticks, removedAt, newVersion);
  }

  /**
   * The same with a version above that before, if the definition is another one. With the clock in
   * it, no version comes back after all that was known of a definition is forgotten.
   */
  RecurringState following(@Nullable RecurringState before, long now) {
    long last = before == null ? RecurringJob.ABSENT : before.version;
    return withVersion(before != null && isSame(before) ? last : Math.max(last + 1, now));
  }

  private boolean isSame(RecurringState before) {
    return paused == before.paused
        && isRemoved() == before.isRemoved()
        && DefinitionComparer.isSame(job, before.job);
  }

  /** The ticks to come that got a job. */
  public List<Long> aheadOf(long now) {
    return ticks.ahead().stream().filter(tick -> tick > now).toList();
  }

  /**
   * As callers see it.
   *
   * @param isWaiting whether the job of a tick waits
   */
  public RecurringJob.View view(long now, LongPredicate isWaiting) {
    List<Long> pending = aheadOf(now).stream().filter(isWaiting::test).toList();
    List<Long> next = paused || isRemoved() ? List.of() : NextTicks.of(this, pending, now);
    return new RecurringJob.View(
        job.copy(),
        version,
        paused,
        new RecurringJob.Ticks(ticks.lastAt(now), next, pending, ticks.skipped()));
  }
}
