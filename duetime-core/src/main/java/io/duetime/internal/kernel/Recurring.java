package io.duetime.internal.kernel;

import io.duetime.engine.ClaimResult;
import io.duetime.engine.RecurringJob;
import java.util.List;
import java.util.TreeMap;

/** Makes the jobs of recurring definitions: exactly one a tick, one ahead of its time. */
final class Recurring {
  private static final int TICKS_PER_STEP = 1_000;

  private final QueueState state;
  private final Intake intake;
  private final TreeMap<String, RecurringState> definitions = new TreeMap<>();

  Recurring(QueueState state, Intake intake, List<RecurringState> known) {
    this.state = state;
    this.intake = intake;
    known.forEach(definition -> definitions.put(definition.job().name(), definition));
  }

  RecurringJob.View put(RecurringJob job, long now) {
    RecurringState before = definitions.get(job.name());
    RecurringState stored =
        save(new RecurringState(job, before == null ? now : before.ticksFrom(job, now)));
    tick(job.name(), now, TICKS_PER_STEP);
    return definitions.getOrDefault(job.name(), stored).view();
  }

  /** Takes over a definition from another store; answers whether there was none of that name. */
  boolean restore(RecurringState definition) {
    if (definitions.containsKey(definition.job().name())) {
      return false;
    }
    save(definition);
    return true;
  }

  List<RecurringState> states() {
    return List.copyOf(definitions.values());
  }

  boolean remove(String name) {
    if (definitions.remove(name) == null) {
      return false;
    }
    state.table.deleteRecurring(name);
    return true;
  }

  List<RecurringJob.View> views() {
    return definitions.values().stream().map(RecurringState::view).toList();
  }

  /** Makes what is missing; answers how many jobs were made. */
  int tick(long now) {
    int made = 0;
    for (String name : List.copyOf(definitions.keySet())) {
      made += tick(name, now, TICKS_PER_STEP - made);
    }
    return made;
  }

  /** When the next job has to be made. */
  long nextTickAt() {
    long next = ClaimResult.NEVER;
    for (RecurringState definition : definitions.values()) {
      next = Math.min(next, definition.dueAt());
    }
    return next;
  }

  // A tick's job is made when the tick before it has passed, so that no job is late for a sweep.
  private int tick(String name, long now, int atMost) {
    int made = 0;
    RecurringState definition = definitions.get(name);
    while (definition != null && definition.isDue(now) && made < atMost) {
      long next = definition.nextTickAt(now);
      if (definition.runs(next, now)) {
        intake.scheduleTick(definition.jobOf(next), now);
        made++;
      }
      definition = save(definition.at(next));
    }
    return made;
  }

  private RecurringState save(RecurringState definition) {
    definitions.put(definition.job().name(), definition);
    state.table.saveRecurring(definition);
    state.upkeep.notAfter(definition.lastTick());
    return definition;
  }
}
