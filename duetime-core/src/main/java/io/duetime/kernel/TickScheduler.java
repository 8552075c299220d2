package io.duetime.kernel;

import io.duetime.Durability;
import io.duetime.Overlap;
import io.duetime.ScheduleOutcome;
import io.duetime.Scheduled;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.JobSpec;
import io.duetime.engine.RecurringJob;
import io.duetime.engine.RecurringResult;
import io.duetime.kernel.job.JobHead;
import io.duetime.kernel.job.JobHead.Stage;
import io.duetime.kernel.recurring.RecurringEdit;
import io.duetime.kernel.recurring.RecurringState;
import io.duetime.kernel.recurring.Withdrawal;
import io.duetime.kernel.state.QueueState;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Makes the jobs of recurring definitions: exactly one a tick, one ahead of its time. */
final class TickScheduler {
  private static final int TICKS_PER_STEP = 1_000;
  private static final long ASK_AGAIN_MILLIS = 1_000;

  private final QueueState state;
  private final Intake intake;
  private final UnbegunTicks unbegun;
  private final OverlapKeeper overlaps;
  private final TreeMap<String, RecurringState> definitions = new TreeMap<>();
  // When a definition asks again whose tick ahead had no room.
  private final Map<String, Long> held = new HashMap<>();
  private long nextTickAt;

  TickScheduler(QueueState state, Intake intake, JobEnder ender, List<RecurringState> known) {
    this.state = state;
    this.intake = intake;
    this.unbegun = new UnbegunTicks(state, ender);
    this.overlaps = new OverlapKeeper(state);
    known.forEach(definition -> definitions.put(definition.job().name(), definition));
  }

  /** Whether nothing is known of any definition, also of none that was removed. */
  boolean isEmpty() {
    return definitions.isEmpty();
  }

  /** Changes a definition once its ticks up to now have their jobs. */
  RecurringResult edit(String name, RecurringEdit edit, long now) {
    tick(name, now, TICKS_PER_STEP);
    RecurringState before = definitions.get(name);
    if (!edit.appliesTo(before)) {
      return RecurringResult.changedMeanwhile();
    }
    return edit.after(before, now)
        .map(after -> {
          held.remove(name);
          if (before == null || before.isExclusive() != after.isExclusive()) {
            overlaps.forget(name);
          }
          save(withdrawn(edit.withdrawal(before, after), before, after, now));
          tick(name, now, TICKS_PER_STEP);
          return RecurringResult.done(view(definitions.getOrDefault(name, after), now));
        })
        .orElseGet(RecurringResult::unknown);
  }

  private RecurringState withdrawn(
      Withdrawal withdrawal, @Nullable RecurringState before, RecurringState after, long now) {
    if (before == null || withdrawal == Withdrawal.NONE) {
      return after;
    }
    List<Long> withdrawn = withdrawal.of(before, unbegun.all(before, now), now);
    withdrawn.forEach(tick -> unbegun.withdraw(before.job().idAt(tick), now));
    return withdrawal.without(withdrawn, after, now);
  }

  private RecurringJob.View view(RecurringState definition, long now) {
    return definition.view(now, tick -> isWaiting(definition.job().idAt(tick)));
  }

  private boolean isWaiting(String id) {
    JobHead head = state.table().find(id);
    return head != null && head.stage() == Stage.WAITING;
  }

  /** Takes over a definition from another store; answers whether there was none of that name. */
  boolean restore(RecurringState definition, long now) {
    Optional<RecurringState> restored =
        RecurringEdit.restore(definition).after(definitions.get(definition.job().name()), now);
    restored.ifPresent(this::save);
    return restored.isPresent();
  }

  /** Jobs of another store were taken over. */
  void takenOver() {
    overlaps.forgetAll();
  }

  /** The definition of a job that must not overlap others of it; null for any other job. */
  private @Nullable RecurringState exclusive(String id) {
    int at = definitions.isEmpty() ? -1 : id.lastIndexOf('@');
    RecurringState definition = at < 0 ? null : definitions.get(id.substring(0, at));
    return definition == null || !definition.isExclusive() ? null : definition;
  }

  /** A job has begun: it was claimed or redriven. */
  void begun(String id, long now) {
    RecurringState definition = exclusive(id);
    if (definition != null) {
      overlaps.begun(definition, id, now);
    }
  }

  /**
   * Judges ticks up to now while a job that may be about to end has not ended; answers whether
   * others may wait for it.
   */
  boolean beforeEnd(String id, long now) {
    RecurringState definition = exclusive(id);
    if (definition == null) {
      return false;
    }
    overlaps.read(definition, now);
    tickIfDue(now);
    return true;
  }

  /** Lets jobs run whose earlier jobs have ended. */
  void release(long now) {
    overlaps.release(now);
  }

  /**
   * Drops or holds a waiting job if an earlier one of its definition has begun and not ended;
   * answers whether it did.
   *
   * @param before what is due before this moment is claimed
   */
  boolean keepBack(JobHead head, long before, long now) {
    RecurringState definition = head.hasBegun() ? null : exclusive(head.id());
    if (definition == null || !overlaps.blocks(definition, head.id(), now)) {
      return false;
    }
    // One whose moment is to come is judged again then.
    if (definition.job().rules().overlap() == Overlap.WAIT || head.firstDueAt() > now) {
      overlaps.hold(definition, head, before, now);
    } else {
      unbegun.withdraw(head.id(), now);
      save(definition.missed(1));
    }
    return true;
  }

  // The tick that has become due, if it was never begun.
  private RecurringState judge(RecurringState definition, long tick, long now) {
    JobHead head = definition.isExclusive() ? unbegun.find(definition, tick) : null;
    if (head == null) {
      return definition;
    }
    save(definition);
    if (!keepBack(head, now + 1, now) && OverlapKeeper.isHeld(head, now)) {
      overlaps.makeDue(head, now);
    }
    return definitions.getOrDefault(definition.job().name(), definition);
  }

  /** Schedules a run of a definition for now; empty if there is no such definition. */
  Optional<Scheduled> runNow(String name, Durability.Reached reached, long now) {
    tickIfDue(now);
    RecurringState definition = definitions.get(name);
    if (definition == null || definition.isRemoved()) {
      return Optional.empty();
    }
    JobSpec job = definition.job().jobAt(now);
    if (!definition.isExclusive()) {
      return Optional.of(intake.schedule(job, reached, now));
    }
    boolean isBlocked = overlaps.blocks(definition, job.id(), now);
    if (isBlocked && definition.job().rules().overlap() == Overlap.SKIP) {
      return Optional.of(Scheduled.refused(job.id(), RecurringJob.overlaps(name)));
    }
    Scheduled run = intake.schedule(job, reached, now);
    JobHead head = state.table().find(job.id());
    if (run.outcome() == ScheduleOutcome.CREATED && head != null) {
      if (isBlocked) {
        overlaps.hold(definition, head, now + 1, now);
      } else {
        overlaps.begun(definition, job.id(), now);
      }
    }
    return Optional.of(run);
  }

  /** The definitions that were not removed. */
  List<RecurringState> states() {
    return definitions.values().stream().filter(one -> !one.isRemoved()).toList();
  }

  List<RecurringJob.View> views(long now) {
    return states().stream().map(definition -> view(definition, now)).toList();
  }

  /**
   * Makes what is missing if maintenance has not done so in time: otherwise a claim would run a
   * tick that has been missed.
   */
  void tickIfDue(long now) {
    if (nextTickAt <= now) {
      tick(now);
    }
    overlaps.release(now);
  }

  /** Makes what is missing; answers how many jobs were made. */
  int tick(long now) {
    int made = 0;
    for (RecurringState definition : List.copyOf(definitions.values())) {
      String name = definition.job().name();
      if (definition.forgetAt() <= now) {
        definitions.remove(name);
        state.table().queue().deleteRecurring(name);
      }
      made += tick(name, now, TICKS_PER_STEP - made);
    }
    nextTickAt = ClaimResult.NEVER;
    definitions.values().forEach(one -> nextTickAt = Math.min(nextTickAt, nextAt(one)));
    overlaps.release(now);
    return made;
  }

  /** When the next job has to be made, or a removed definition to be forgotten. */
  long nextTickAt() {
    return nextTickAt;
  }

  private long nextAt(RecurringState definition) {
    long asksAt = held.getOrDefault(definition.job().name(), 0L);
    return Math.min(Math.max(definition.dueAt(), asksAt), definition.forgetAt());
  }

  // A tick's job is made when the tick before it has passed, so that no job is late for a sweep.
  private int tick(String name, long now, int atMost) {
    RecurringState definition = definitions.get(name);
    if (definition == null || !definition.isDue(now)) {
      return 0;
    }
    held.remove(name);
    int made = 0;
    definition = definition.withoutOldest(now);
    while (definition.isDue(now) && made < atMost) {
      RecurringState.Step step = definition.step(now);
      long latest = definition.latest(step, now);
      definition = unbegun.withdrawMissed(definition, latest, now);
      step = definition.step(now);
      if (step.makesJob() && step.tick() > now && state.isFull()) {
        holdBack(judge(unbegun.handOver(definition, latest), latest, now), step.tick(), now);
        return made;
      }
      boolean isMade = step.makesJob() && makeJob(definition, step.tick(), now);
      made += isMade ? 1 : 0;
      unbegun.handOver(definition, latest);
      definition = save(step.makesJob() && !isMade ? step.afterMissed() : step.after());
      definition = latest <= now ? judge(definition, latest, now) : definition;
    }
    return made;
  }

  private boolean makeJob(RecurringState definition, long tick, long now) {
    return intake.scheduleTick(definition.job().jobAt(tick), now);
  }

  // A tick ahead that has no room yet is missed only if it has none at its moment.
  private void holdBack(RecurringState definition, long tick, long now) {
    held.put(definition.job().name(), Math.min(tick, now + ASK_AGAIN_MILLIS));
    save(definition);
  }

  /** Withdraws a waiting job if it is a missed tick; answers whether it is one. */
  boolean withdrawIfMissed(JobHead head, long now) {
    int at = head.id().lastIndexOf('@');
    RecurringState definition = at < 0 ? null : definitions.get(head.id().substring(0, at));
    if (definition == null || definition.isRemoved()) {
      return false;
    }
    long tick = head.firstDueAt();
    if (!unbegun.is(head, definition, tick)
        || definition.missedAt(tick) > now
        || !definition.isTick(tick)) {
      return false;
    }
    unbegun.withdraw(head.id(), now);
    RecurringState after = definition.missedWithPlace(Math.min(head.dueAt(), now));
    save(unbegun.handOver(after, definition.tickBehind(tick)));
    return true;
  }

  private RecurringState save(RecurringState definition) {
    definitions.put(definition.job().name(), definition);
    state.table().queue().saveRecurring(definition);
    long next = nextAt(definition);
    nextTickAt = Math.min(nextTickAt, next);
    state.maintenance().notAfter(next);
    return definition;
  }
}
