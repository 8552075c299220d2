package io.duetime.internal.kernel;

import io.duetime.OnConflict;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.DueTime;
import io.duetime.engine.JobSpec;
import io.duetime.engine.RecurringJob;
import java.time.Instant;
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
        save(new RecurringState(job, before == null ? now : from(before, job, now)));
    tick(job.name(), now, TICKS_PER_STEP);
    return definitions.getOrDefault(job.name(), stored).view();
  }

  // With the same schedule its ticks go on where they were; with another they count from now, and
  // after a pause too, but for a tick ahead of its time that was dealt with before.
  private static long from(RecurringState before, RecurringJob job, long now) {
    if (!before.job().schedule().equals(job.schedule())) {
      return now;
    }
    return before.job().paused() ? Math.max(now, before.lastTick()) : before.lastTick();
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
      if (!definition.job().paused() && definition.nextTick() != ClaimResult.NEVER) {
        next = Math.min(next, definition.lastTick());
      }
    }
    return next;
  }

  // A tick's job is made when the tick before it has passed, so that no job is late for a sweep.
  private int tick(String name, long now, int atMost) {
    int made = 0;
    RecurringState definition = definitions.get(name);
    while (definition != null
        && !definition.job().paused()
        && definition.lastTick() <= now
        && made < atMost) {
      long next = definition.nextTick();
      if (next == ClaimResult.NEVER) {
        break;
      }
      if (next <= now) {
        next = afterMissing(definition, next, now);
      }
      if (next > now || makesUpFor(definition)) {
        make(definition, next, now);
        made++;
      }
      definition = save(definition.at(next));
    }
    return made;
  }

  private static boolean makesUpFor(RecurringState definition) {
    return definition.job().missed() != RecurringJob.Missed.NONE;
  }

  /** The tick to deal with when {@code next} and perhaps others have been missed. */
  private static long afterMissing(RecurringState definition, long next, long now) {
    RecurringJob job = definition.job();
    if (job.missed() == RecurringJob.Missed.ALL) {
      return next;
    }
    return job.schedule()
        .latestAtOrBefore(Instant.ofEpochMilli(now))
        .map(Instant::toEpochMilli)
        .orElse(next);
  }

  private void make(RecurringState definition, long tick, long now) {
    RecurringJob job = definition.job();
    JobSpec spec =
        job.template().toBuilder()
            .id(job.name() + "@" + Instant.ofEpochMilli(tick))
            .due(DueTime.at(tick))
            .onConflict(OnConflict.KEEP)
            .nonce(0)
            .build();
    intake.scheduleTick(spec, now);
  }

  private RecurringState save(RecurringState definition) {
    definitions.put(definition.job().name(), definition);
    state.table.saveRecurring(definition);
    state.upkeep.notAfter(definition.lastTick());
    return definition;
  }
}
