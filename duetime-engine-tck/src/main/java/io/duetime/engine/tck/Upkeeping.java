package io.duetime.engine.tck;

import io.duetime.engine.Engine;
import io.duetime.engine.Maintenance;

/** Repeats upkeep until nothing is left to do at the moment. */
public final class Upkeeping {
  /** More steps than any test has work for. */
  private static final int MOST_STEPS = 100_000;

  private Upkeeping() {}

  /** All steps together. */
  public static Maintenance untilDone(Engine engine) {
    Maintenance done = Maintenance.NOTHING;
    for (int step = 0; step < MOST_STEPS; step++) {
      Maintenance some = Answers.of(engine.maintain());
      done = done.plus(some);
      if (some.comeBackAtMillis() > Answers.of(engine.nowMillis())) {
        return new Maintenance(
            done.leasesLost(),
            done.expired(),
            done.ticks(),
            done.forgotten(),
            done.copied(),
            some.comeBackAtMillis());
      }
    }
    throw new AssertionError("upkeep never comes to an end");
  }
}
