package io.duetime.engine.tck.torture;

import io.duetime.engine.tck.history.Event;
import io.duetime.engine.tck.history.Event.JobKey;
import io.duetime.engine.tck.history.Event.Kind;
import io.duetime.engine.tck.history.Violation;
import io.duetime.engine.tck.history.Violation.Rule;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What must hold of jobs put over the protocol of beanstalkd, which tells clients neither fences
 * nor the moment of a reservation.
 */
record WireRules(long skewMillis, List<Violation> violations) {
  static List<Violation> violations(List<Event> events, long skewMillis) {
    WireRules rules = new WireRules(skewMillis, new ArrayList<>());
    events.stream().collect(Collectors.groupingBy(Event::job)).forEach(rules::check);
    return rules.violations;
  }

  private void check(JobKey key, List<Event> job) {
    List<Event> deleted = of(job, Kind.SETTLE).filter(settle -> settle.answered("ACKED")).toList();
    boolean isOver =
        of(job, Kind.LEFT).findAny().isPresent()
            || of(job, Kind.SETTLE).anyMatch(settle -> settle.answered("ACKED", Event.UNKNOWN));
    if (!isOver && of(job, Kind.SCHEDULE).findAny().isPresent()) {
      add(Rule.NOTHING_LOST, key, "put, never deleted, not there");
    }
    if (deleted.size() > 1) {
      add(Rule.NOTHING_DOUBLED, key, "deleted " + deleted.size() + " times");
    }
    of(job, Kind.CLAIM)
        .forEach(claim -> {
          if (isBefore(claim, claim.dueAtMillis())) {
            add(Rule.NOTHING_EARLY, key, "reserved before " + claim.dueAtMillis());
          }
          if (deleted.stream().anyMatch(one -> isBefore(one, claim.span().startMillis()))) {
            add(Rule.ACKS_HOLD, key, "reserved after it was deleted");
          }
        });
  }

  private static Stream<Event> of(List<Event> job, Kind kind) {
    return job.stream().filter(event -> event.kind() == kind);
  }

  private boolean isBefore(Event event, long millis) {
    return event.span().endMillis() + skewMillis < millis;
  }

  private void add(Rule rule, JobKey job, String what) {
    violations.add(new Violation(rule, job, what));
  }
}
