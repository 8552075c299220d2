package io.duetime.engine.tck.model;

import io.duetime.engine.tck.fixture.EngineFixture;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs random steps on an engine and on the model. Where they differ, it looks for a short list of
 * steps that still shows it and fails with that, so that the failure reads as a small program.
 */
public final class ModelRun {
  private static final int MOST_RUNS = 600;

  private final Supplier<EngineFixture> stores;
  private int runs;

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
    List<Step> program = shrunk(drawn.subList(0, difference.step() + 1));
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
          comparison.compare();
        } catch (AssertionError | RuntimeException failure) {
          return new Difference(i, failure);
        }
      }
      return null;
    }
  }

  /** Leaves steps out for as long as what remains still shows a difference. */
  private List<Step> shrunk(List<Step> failing) {
    List<Step> shortest = failing;
    for (int chunk = Math.max(1, failing.size() / 2); chunk >= 1; chunk /= 2) {
      shortest = without(shortest, chunk);
    }
    int before;
    do {
      before = shortest.size();
      shortest = without(shortest, 1);
    } while (shortest.size() < before);
    return shortest;
  }

  private List<Step> without(List<Step> steps, int chunk) {
    List<Step> shortest = steps;
    int from = 0;
    while (from < shortest.size() && runs < MOST_RUNS) {
      List<Step> rest = new ArrayList<>(shortest);
      rest.subList(from, Math.min(from + chunk, rest.size())).clear();
      runs++;
      if (difference(rest) != null) {
        shortest = rest;
      } else {
        from += chunk;
      }
    }
    return shortest;
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
