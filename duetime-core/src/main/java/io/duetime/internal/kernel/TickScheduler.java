package io.duetime.internal.kernel;

import io.duetime.engine.ClaimResult;
import io.duetime.engine.RecurringJob;
import io.duetime.engine.RecurringResult;
import io.duetime.internal.kernel.job.JobHead;
import io.duetime.internal.kernel.job.JobHead.Stage;
import io.duetime.internal.kernel.recurring.RecurringEdit;
import io.duetime.internal.kernel.recurring.RecurringState;
import io.duetime.internal.kernel.state.QueueState;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/** Makes the jobs of recurring definitions: exactly one a tick, one ahead of its time. */
final class TickScheduler {
  private static final int TICKS_PER_STEP = 1_000;

  private final QueueState state;
  private final Intake intake;
  private final SingleJobChanger changer;
  private final TreeMap<String, RecurringState> definitions = new TreeMap<>();

  TickScheduler(
      QueueState state, Intake intake, SingleJobChanger changer, List<RecurringState> known) {
    this.state = state;
    this.intake = intake;
    this.changer = changer;
    known.forEach(definition -> definitions.put(definition.job().name(), definition));
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
          save(edit.withdraws(after) ? withdrawn(after, now) : after);
          tick(name, now, TICKS_PER_STEP);
          return RecurringResult.done(view(definitions.getOrDefault(name, after), now));
        })
        .orElseGet(RecurringResult::unknown);
  }

  private RecurringState withdrawn(RecurringState definition, long now) {
    List<Long> withdrawn =
        definition.aheadOf(now).stream()
            .filter(tick -> withdraw(definition.job().idAt(tick), now))
            .toList();
    return definition.withdrawn(withdrawn, now);
  }

  private boolean withdraw(String id, long now) {
    JobHead head = state.table().find(id);
    return head != null && changer.cancelWaiting(head, now);
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

  /** The definitions that were not removed. */
  List<RecurringState> states() {
    return definitions.values().stream().filter(one -> !one.isRemoved()).toList();
  }

  List<RecurringJob.View> views(long now) {
    return states().stream().map(definition -> view(definition, now)).toList();
  }

  /** Makes what is missing; answers how many jobs were made. */
  int tick(long now) {
    int made = 0;
    for (RecurringState definition : List.copyOf(definitions.values())) {
      String name = definition.job().name();
      if (definition.forgetAt() <= now) {
        definitions.remove(name);
        state.table().deleteRecurring(name);
      }
      made += tick(name, now, TICKS_PER_STEP - made);
    }
    return made;
  }

  /** When the next job has to be made, or a removed definition to be forgotten. */
  long nextTickAt() {
    long next = ClaimResult.NEVER;
    for (RecurringState definition : definitions.values()) {
      next = Math.min(next, nextAt(definition));
    }
    return next;
  }

  private static long nextAt(RecurringState definition) {
    return Math.min(definition.dueAt(), definition.forgetAt());
  }

  // A tick's job is made when the tick before it has passed, so that no job is late for a sweep.
  private int tick(String name, long now, int atMost) {
    RecurringState definition = definitions.get(name);
    if (definition == null || !definition.isDue(now)) {
      return 0;
    }
    int made = 0;
    definition = definition.withoutOldest(now);
    while (definition.isDue(now) && made < atMost) {
      RecurringState.Step step = definition.step(now);
      if (step.makesJob()) {
        intake.scheduleTick(definition.job().jobAt(step.tick()), now);
        made++;
      }
      definition = save(step.after());
    }
    return made;
  }

  private RecurringState save(RecurringState definition) {
    definitions.put(definition.job().name(), definition);
    state.table().saveRecurring(definition);
    state.maintenance().notAfter(nextAt(definition));
    return definition;
  }
}
