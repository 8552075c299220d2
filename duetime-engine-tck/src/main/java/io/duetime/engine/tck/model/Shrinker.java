package io.duetime.engine.tck.model;

import java.util.ArrayList;
import java.util.List;

/** Leaves steps out for as long as what remains still shows a difference. */
final class Shrinker {
  private static final int MOST_RUNS = 600;

  private final ModelRun run;
  private int runs;

  Shrinker(ModelRun run) {
    this.run = run;
  }

  List<Step> shrink(List<Step> failing) {
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
      if (run.difference(rest) != null) {
        shortest = rest;
      } else {
        from += chunk;
      }
    }
    return shortest;
  }
}
