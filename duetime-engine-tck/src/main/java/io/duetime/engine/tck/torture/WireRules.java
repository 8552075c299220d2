package io.duetime.engine.tck.torture;

import io.duetime.engine.tck.history.Event;
import io.duetime.engine.tck.history.Event.JobKey;
import io.duetime.engine.tck.history.Event.Kind;
import io.duetime.engine.tck.history.Violation;
import io.duetime.engine.tck.history.Violation.Rule;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What must hold of jobs put over the protocol of beanstalkd, which tells clients neither fences
 * nor the moment of a reservation.
 */
final class WireRules {
  private WireRules() {}

  static List<Violation> violations(List<Event> events, long skewMillis) {
    Map<JobKey, List<Event>> jobs = new LinkedHashMap<>();
    events.forEach(event -> jobs.computeIfAbsent(event.job(), any -> new ArrayList<>()).add(event));
    List<Violation> violations = new ArrayList<>();
    jobs.forEach((key, job) -> {
      List<Event> deletes = job.stream().filter(event -> event.kind() == Kind.SETTLE).toList();
      List<Event> deleted =
          deletes.stream().filter(event -> event.outcome().equals("ACKED")).toList();
      boolean isLeft = job.stream().anyMatch(event -> event.kind() == Kind.LEFT);
      boolean isOver = isLeft || deletes.stream().anyMatch(event -> isOver(event));
      if (!isOver && job.stream().anyMatch(event -> event.kind() == Kind.SCHEDULE)) {
        violations.add(new Violation(Rule.NOTHING_LOST, key, "put, never deleted, not there"));
      }
      if (deleted.size() > 1) {
        violations.add(
            new Violation(Rule.NOTHING_DOUBLED, key, "deleted " + deleted.size() + " times"));
      }
      job.stream()
          .filter(event -> event.kind() == Kind.CLAIM)
          .forEach(claim -> {
            if (claim.span().endMillis() + skewMillis < claim.dueAtMillis()) {
              violations.add(
                  new Violation(Rule.NOTHING_EARLY, key, "reserved before " + claim.dueAtMillis()));
            }
            if (deleted.stream()
                .anyMatch(
                    one -> one.span().endMillis() + skewMillis < claim.span().startMillis())) {
              violations.add(new Violation(Rule.ACKS_HOLD, key, "reserved after it was deleted"));
            }
          });
    });
    return violations;
  }

  private static boolean isOver(Event settle) {
    return settle.outcome().equals("ACKED") || settle.outcome().equals(Event.UNKNOWN);
  }
}
