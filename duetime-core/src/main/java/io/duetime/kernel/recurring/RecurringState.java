package io.duetime.kernel.recurring;

import io.duetime.MissedTicks;
import io.duetime.Overlap;
import io.duetime.Schedule;
import io.duetime.TickRules;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.JobBody;
import io.duetime.engine.JobSpec;
import io.duetime.engine.RecurringChange;
import io.duetime.engine.RecurringJob;
import io.duetime.kernel.recurring.Withdrawal.DefinitionComparer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * A recurring definition, its ticks, and how both change. A removed definition is remembered for a
 * day, so that storing it again repeats no tick.
 *
 * @param removedAt when it was removed, 0 for a definition in use
 * @param version grows with each change of the definition or of its pause, not with its ticks
 */
public record RecurringState(
    RecurringJob job, boolean paused, TickLog ticks, long removedAt, long version) {
  private static final int SHOWN = 5;
  private static final long REMEMBERED_MILLIS = Duration.ofDays(1).toMillis();

  /** The state that a change leads to where nothing is known of the definition. */
  public static RecurringState first(RecurringChange change, long now) {
    return new RecurringState(
        change.job().copy(),
        Boolean.TRUE.equals(change.paused()),
        TickLog.startingAt(now, change.job().rules().firstNow()),
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

  /** The tick that comes after those that were decided. */
  public long nextTick() {
    long times = job.rules().times();
    if (times > 0 && ticks.made() >= times) {
      return ClaimResult.NEVER;
    }
    return ticks.startsNow() ? ticks.until() : tickAfter(ticks.until());
  }

  private long tickAfter(long moment) {
    long next = MissedCount.nextAfter(job.schedule(), moment);
    return next > endsAt() ? ClaimResult.NEVER : next;
  }

  private long endsAt() {
    TickRules rules = job.rules();
    return rules.until() == null ? Long.MAX_VALUE : rules.until().toEpochMilli();
  }

  /** The tick that follows one that got a job, or {@link ClaimResult#NEVER}. */
  public long tickBehind(long tick) {
    return tick >= ticks.until() ? nextTick() : tickAfter(tick);
  }

  /** When a tick that got a job is missed if it has not begun, or {@link ClaimResult#NEVER}. */
  public long missedAt(long tick) {
    return switch (job.missed()) {
      case ALL -> ClaimResult.NEVER;
      case LATEST -> tickBehind(tick);
      case NONE -> Math.min(tick + job.rules().grace().toMillis(), tickBehind(tick));
    };
  }

  /** Whether ticks wait or are dropped while an earlier job has begun and not ended. */
  public boolean isExclusive() {
    return !isRemoved() && job.rules().overlap() != Overlap.ALLOW;
  }

  public boolean isTick(long moment) {
    return MissedCount.latest(job.schedule(), moment) == moment;
  }

  /** Whether a tick has to be decided: the one before it has passed. */
  public boolean isDue(long now) {
    return dueAt() <= now;
  }

  /** When the next tick has to be decided, or {@link ClaimResult#NEVER}. */
  public long dueAt() {
    return isRemoved() || paused || nextTick() == ClaimResult.NEVER
        ? ClaimResult.NEVER
        : ticks.until();
  }

  /**
   * One tick that was decided.
   *
   * @param makesJob whether it gets a job
   */
  public record Step(long tick, boolean makesJob, RecurringState after) {
    /** The state if the tick got no job in the end. */
    public RecurringState afterMissed() {
      return after.missed(1);
    }
  }

  /**
   * Decides the next tick, or where it has been missed and perhaps others with it, the one that
   * makes up for them.
   */
  public Step step(long now) {
    long next = nextTick();
    if (next > now || ticks.startsNow() || job.missed() == MissedTicks.ALL) {
      return stepTo(next, 0, true, now);
    }
    long latest = MissedCount.latest(job.schedule(), Math.min(now, endsAt()));
    boolean runs = job.missed() == MissedTicks.LATEST;
    return stepTo(latest, leftBefore(latest) + (runs || ticks.hasMade(latest) ? 0 : 1), runs, now);
  }

  /**
   * The tick that has become due last, seen from a step: earlier ones that have not begun are
   * missed, and it takes over the place of the first of them.
   */
  public long latest(Step step, long now) {
    return step.tick() <= now ? step.tick() : ticks.until();
  }

  /** The ticks before the latest whose jobs are withdrawn if they have not begun. */
  public List<Long> before(long latest) {
    return job.missed() == MissedTicks.ALL
        ? List.of()
        : ticks.mayWait().stream().filter(tick -> tick < latest).toList();
  }

  /** The same, without the missed ticks that are too many to run; called before steps. */
  public RecurringState withoutOldest(long now) {
    long next = nextTick();
    if (job.missed() != MissedTicks.ALL || next > now || ticks.startsNow()) {
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

  /** The state that a change leads to; ticks up to now have been decided. */
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

  /** Some ticks that had a job were missed; the one that follows takes no place. */
  public RecurringState missed(long missed) {
    return missed == 0 ? this : with(ticks.missed(missed, 0));
  }

  /** A tick whose job was due at a moment was missed; under LATEST the next one takes it over. */
  public RecurringState missedWithPlace(long dueAt) {
    return with(ticks.missed(1, job.missed() == MissedTicks.LATEST ? dueAt : 0));
  }

  public RecurringState placed() {
    return ticks.place() == 0 ? this : with(ticks.placed());
  }

  /** The jobs of some ticks were withdrawn; those to come are decided again, others are missed. */
  RecurringState withdrawn(Collection<Long> withdrawn, long now) {
    List<Long> ahead = withdrawn.stream().filter(tick -> tick > now).toList();
    RecurringState again = ahead.isEmpty() ? this : with(startingBy(now).without(ahead));
    return again.missed(withdrawn.size() - ahead.size());
  }

  /** The jobs of some ticks were withdrawn; all of them are decided again. */
  RecurringState heldBack(Collection<Long> withdrawn, long now) {
    long first = withdrawn.stream().mapToLong(Long::longValue).min().orElse(Long.MAX_VALUE);
    TickLog again = ticks.countedFrom(Math.min(Math.min(ticks.until(), now), first - 1));
    return withdrawn.isEmpty() ? this : with(again.without(withdrawn));
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
    RecurringJob bare = new RecurringJob(job.name(), job.schedule(), nothing, job.rules());
    return new RecurringState(bare, false, ticks.tidied(now), now, version);
  }

  /** The same, without repeating a tick of one that was removed. */
  public RecurringState behind(RecurringState removed) {
    return with(ticks.joined(removed.ticks));
  }

  private RecurringState with(TickLog newTicks) {
    return new RecurringState(job, paused, newTicks, removedAt, version);
  }

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

  /** The ticks that got a job which may not have begun, ascending, as far as they are known. */
  public List<Long> mayWait() {
    return ticks.mayWait();
  }

  /** Up to {@code most} ticks of the schedule up to a moment, the latest first. */
  public List<Long> lookBack(long moment, int most) {
    return MissedCount.lookBack(job.schedule(), moment, most);
  }

  /**
   * As callers see it.
   *
   * @param isWaiting whether the job of a tick waits
   */
  public RecurringJob.View view(long now, LongPredicate isWaiting) {
    List<Long> pending = aheadOf(now).stream().filter(isWaiting::test).toList();
    List<Long> next = paused || isRemoved() ? List.of() : nextTicks(pending, now);
    return new RecurringJob.View(
        job.copy(),
        version,
        paused,
        new RecurringJob.Ticks(ticks.lastAt(now), next, pending, ticks.skipped()));
  }

  /** The next ticks that will run: goes through the steps that will make them. */
  private List<Long> nextTicks(Collection<Long> pending, long now) {
    TreeSet<Long> next = new TreeSet<>(pending);
    RecurringState at = withoutOldest(now);
    int atMost = SHOWN + ticks.ahead().size() + 1;
    int found = 0;
    for (int i = 0; i < atMost && found < SHOWN && at.nextTick() != ClaimResult.NEVER; i++) {
      RecurringState.Step step = at.step(now);
      if (step.makesJob()) {
        next.add(step.tick());
        found++;
      }
      at = step.after();
    }
    return next.stream().limit(SHOWN).toList();
  }

  /** Finds and counts missed ticks, within bounds. */
  static final class MissedCount {
    /** The most missed ticks that run. */
    private static final int MOST_RUN = 1_000;

    /** The most missed ticks that are counted at once: some tens of milliseconds of work. */
    private static final long MOST_COUNTED = 100_000;

    private MissedCount() {}

    static long nextAfter(Schedule schedule, long moment) {
      return schedule
          .nextAfter(Instant.ofEpochMilli(moment))
          .map(Instant::toEpochMilli)
          .orElse(ClaimResult.NEVER);
    }

    /** The latest tick up to a moment, or −1 without one. */
    static long latest(Schedule schedule, long moment) {
      return moment < 0
          ? -1
          : schedule
              .latestAtOrBefore(Instant.ofEpochMilli(moment))
              .map(Instant::toEpochMilli)
              .orElse(-1L);
    }

    /** Up to {@code most} ticks up to a moment, the latest first. */
    static List<Long> lookBack(Schedule schedule, long moment, int most) {
      List<Long> ticks = new ArrayList<>();
      long tick = latest(schedule, moment);
      while (tick >= 0 && ticks.size() < most) {
        ticks.add(tick);
        tick = latest(schedule, tick - 1);
      }
      return ticks;
    }

    /** The first of the latest thousand ticks from {@code next} to now. */
    static long firstOfLatest(Schedule schedule, long next, long now) {
      if (between(schedule, next, now + 1, MOST_RUN) < MOST_RUN) {
        return next;
      }
      long first = latest(schedule, now);
      for (int run = 1; run < MOST_RUN && first > next; run++) {
        first = latest(schedule, first - 1);
      }
      return Math.max(first, next);
    }

    /** How many ticks are between two moments, both left out, as far as they are counted. */
    static long between(Schedule schedule, long from, long to) {
      return between(schedule, from, to, MOST_COUNTED);
    }

    private static long between(Schedule schedule, long from, long to, long most) {
      long count = 0;
      long tick = nextAfter(schedule, from);
      while (tick < to && count < most) {
        count++;
        tick = nextAfter(schedule, tick);
      }
      return count;
    }
  }
}
