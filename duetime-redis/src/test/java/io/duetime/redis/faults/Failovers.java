package io.duetime.redis.faults;

import io.duetime.engine.tck.history.Event;
import io.duetime.engine.tck.history.HistoryCheck;
import io.duetime.engine.tck.history.Violation;
import io.duetime.engine.tck.history.Violation.Rule;
import io.duetime.time.SystemTime;
import java.util.ArrayList;
import java.util.List;

/**
 * Remembers when a store changed hands, and judges a history by what was promised: everything that
 * replicas have confirmed holds. Claims ask for no replica, so a lease that was in force while the
 * store changed hands may be forgotten, refused, and given to another.
 */
final class Failovers {
  /** The longest extension that a crowd asks for. */
  private static final long EXTENSION_MILLIS = 150;

  private final List<Event.Span> spans = new ArrayList<>();

  /** Does what makes the store change hands. */
  void during(Runnable fault) {
    long begin = SystemTime.clock().millis();
    fault.run();
    spans.add(new Event.Span(begin, SystemTime.clock().millis()));
  }

  /** What does not hold of a history, and should. */
  List<Violation> broken(List<Event> events) {
    return HistoryCheck.of(events).withSkew(FaultCrowd.SKEW_MILLIS).violations().stream()
        .filter(violation -> !isOfALeaseAlone(violation) || !mayBeLost(violation, events))
        .toList();
  }

  private static boolean isOfALeaseAlone(Violation violation) {
    return violation.rule() == Rule.ONE_LEASE || violation.rule() == Rule.LEASES_HOLD;
  }

  private boolean mayBeLost(Violation violation, List<Event> events) {
    return events.stream()
        .filter(event -> event.kind() == Event.Kind.CLAIM)
        .filter(event -> event.job().equals(violation.job()))
        .anyMatch(this::isInForceAtOne);
  }

  private boolean isInForceAtOne(Event claim) {
    Event.LeaseFacts lease = claim.lease();
    return lease != null
        && spans.stream()
            .anyMatch(span ->
                lease.nowMillis() <= span.endMillis()
                    && lease.untilMillis() + EXTENSION_MILLIS >= span.startMillis());
  }
}
