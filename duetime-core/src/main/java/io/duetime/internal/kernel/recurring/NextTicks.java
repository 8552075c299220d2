package io.duetime.internal.kernel.recurring;

import io.duetime.engine.ClaimResult;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;

/** Tells the next ticks that will run, by going through the steps that will make them. */
final class NextTicks {
  private static final int SHOWN = 5;

  private NextTicks() {}

  static List<Long> of(RecurringState state, Collection<Long> pending, long now) {
    TreeSet<Long> next = new TreeSet<>(pending);
    RecurringState at = state.withoutOldest(now);
    int atMost = SHOWN + state.ticks().ahead().size() + 1;
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
}
