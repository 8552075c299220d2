package io.duetime.engine.tck.history;

import io.duetime.engine.tck.history.Event.JobKey;
import java.util.ArrayList;
import java.util.List;

/** Collects violations. */
final class Report {
  private final List<Violation> violations = new ArrayList<>();

  void add(Violation.Rule rule, JobKey job, String what) {
    violations.add(new Violation(rule, job, what));
  }

  List<Violation> violations() {
    return List.copyOf(violations);
  }
}
