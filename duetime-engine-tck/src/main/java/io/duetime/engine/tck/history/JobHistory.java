package io.duetime.engine.tck.history;

import io.duetime.engine.tck.history.Event.Kind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Everything that happened to one job. */
final class JobHistory {
  private static final Set<Kind> CHANGES = EnumSet.of(Kind.SCHEDULE, Kind.RESCHEDULE, Kind.CANCEL);

  private final List<Event> events = new ArrayList<>();

  void add(Event event) {
    events.add(event);
  }

  Stream<Event> of(Kind kind) {
    return events.stream().filter(event -> event.kind() == kind);
  }

  /** Requests that made a job or a successor. */
  List<Event> accepted() {
    return of(Kind.SCHEDULE)
        .filter(event -> event.answered("CREATED", "REPLACED", "SUCCESSOR"))
        .toList();
  }

  /** Requests that made one, or may have. */
  List<Event> perhapsAccepted() {
    return of(Kind.SCHEDULE)
        .filter(event -> event.isUnknown() || event.answered("CREATED", "REPLACED", "SUCCESSOR"))
        .toList();
  }

  /** Claims by their fences. */
  List<Event> claims() {
    return of(Kind.CLAIM).sorted(Comparator.comparingLong(event -> event.held().fence())).toList();
  }

  /** Whatever ended the lease with this fence, or may have. */
  Stream<Event> endsOf(long fence) {
    return settlementsOf(fence)
        .filter(event -> event.kind() == Kind.SETTLE && !event.answered("LEASE_LOST", "FAILED"));
  }

  Stream<Event> settlementsOf(long fence) {
    return events.stream()
        .filter(event -> event.kind() != Kind.CLAIM)
        .filter(event -> event.lease() != null && event.held().fence() == fence);
  }

  /** The end of a lease as last answered; an extension without an answer is left out. */
  long deadline(Event claim) {
    return settlementsOf(claim.held().fence())
        .filter(event -> event.kind() == Kind.EXTEND && event.answered("EXTENDED"))
        .mapToLong(event -> event.held().untilMillis())
        .reduce(claim.held().untilMillis(), Math::max);
  }

  /** Changes that took effect or may have. */
  Stream<Event> changes() {
    return events.stream()
        .filter(event -> CHANGES.contains(event.kind()))
        .filter(event -> event.isUnknown() || tookEffect(event));
  }

  private static boolean tookEffect(Event change) {
    return change.kind() == Kind.CANCEL
        ? change.answered("CANCELLED", "RUNNING")
        : change.answered("CREATED", "REPLACED", "SUCCESSOR", "RESCHEDULED");
  }

  List<Event> answeredWith(String... outcomes) {
    return events.stream().filter(event -> event.answered(outcomes)).toList();
  }

  /** Whether a settlement or a cancellation may have ended the job between two calls. */
  boolean mayHaveEnded(Event after, Event before, long skew) {
    return events.stream()
        .filter(event -> event.kind() == Kind.SETTLE || event.kind() == Kind.CANCEL)
        .filter(event -> !event.answered("LEASE_LOST", "FAILED", "UNKNOWN"))
        .anyMatch(event ->
            event.span().overBy(skew) >= after.span().startMillis()
                && event.span().startMillis() <= before.span().overBy(skew));
  }

  boolean isThereAtTheEnd() {
    return of(Kind.LEFT).findAny().isPresent();
  }
}
