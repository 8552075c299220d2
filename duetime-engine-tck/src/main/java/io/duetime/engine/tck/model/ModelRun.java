package io.duetime.engine.tck.model;

import io.duetime.engine.tck.fixture.EngineFixture;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs random steps on an engine and on the model. Where they differ, it looks for a short list of
 * steps that still shows it and fails with that, so that the failure reads as a small program.
 */
public final class ModelRun {
  private final Supplier<EngineFixture> stores;

  /** Opens a store of its own for each run. */
  public ModelRun(Supplier<EngineFixture> stores) {
    this.stores = stores;
  }

  /** Runs so many steps drawn from a seed. */
  public void run(long seed, int steps) {
    List<Step> drawn = draw(seed, steps);
    Difference difference = difference(drawn);
    if (difference == null) {
      return;
    }
    List<Step> program = new Shrinker(this).shrink(drawn.subList(0, difference.step() + 1));
    Difference shortest = difference(program);
    throw new AssertionError(
        report(seed, program, shortest == null ? difference : shortest), difference.failure());
  }

  private List<Step> draw(long seed, int steps) {
    try (EngineFixture store = stores.get()) {
      boolean durable = store.engine().capabilities().durable();
      return new StepSource(seed, store.canStepBack(), durable).steps(steps);
    }
  }

  /** Where engine and model differed. */
  record Difference(int step, Throwable failure) {}

  /** Runs steps on a fresh store; null when engine and model agreed all the way. */
  @Nullable Difference difference(List<Step> steps) {
    try (Comparison comparison = new Comparison(stores.get())) {
      for (int i = 0; i < steps.size(); i++) {
        try {
          steps.get(i).on(comparison);
          ComparedView.compare(comparison);
        } catch (AssertionError | RuntimeException failure) {
          return new Difference(i, failure);
        }
      }
      return null;
    }
  }

  private static String report(long seed, List<Step> program, Difference difference) {
    StringBuilder report = new StringBuilder("Engine and model differ, seed ").append(seed);
    report.append(". The shortest program found:");
    for (Step step : program) {
      report.append("\n  ").append(step);
    }
    return report.append("\n").append(difference.failure().getMessage()).toString();
  }
}
