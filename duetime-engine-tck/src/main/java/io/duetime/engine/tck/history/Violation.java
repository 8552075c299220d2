package io.duetime.engine.tck.history;

import io.duetime.engine.tck.history.Event.JobKey;
import io.duetime.engine.tck.history.Event.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Something in a history that no sound engine does. */
public record Violation(Rule rule, JobKey job, String what) {
  /** What must hold. */
  public enum Rule {
    /** No claim takes a job before its due time, unless asked to. */
    NOTHING_EARLY(
        event -> event.kind() == Kind.CLAIM && (event.lease() == null || !event.held().ahead())),
    /** After an answered reschedule no claim takes the job for an earlier time. */
    MOVES_HOLD(event -> event.kind() == Kind.RESCHEDULE && event.answered("RESCHEDULED")),
    /** Whatever was scheduled is done, handed over, cancelled, dead, or still to come. */
    NOTHING_LOST(event ->
        event.kind() == Kind.SCHEDULE && event.answered("CREATED", "REPLACED", "SUCCESSOR")),
    /** Nothing is done more often than it was scheduled. */
    NOTHING_DOUBLED(event -> event.answered("ACKED")),
    /** A job is held by one lease at a time. */
    ONE_LEASE(event -> event.kind() == Kind.CLAIM),
    /** Later claims have greater fences. */
    FENCES_GROW(event -> event.kind() == Kind.CLAIM),
    /** Nothing is settled after its deadline. */
    DEADLINES_HOLD(event -> event.kind() == Kind.SETTLE && !event.isUnknown()),
    /** A lease in force is not refused. */
    LEASES_HOLD(event -> event.answered("LEASE_LOST")),
    /** After an answered cancellation the job is not claimed. */
    CANCELS_HOLD(event -> event.kind() == Kind.CANCEL && event.answered("CANCELLED")),
    /** After an answered ack the job is not claimed. */
    ACKS_HOLD(event -> event.answered("ACKED")),
    /** Some order of the calls explains what each of them was answered. */
    ANSWERS_POSSIBLE(event -> event.answered("KEPT", "KEPT_RUNNING", "REJECTED", "UNKNOWN")),
    /** Nothing is settled with a lease once a later claim was answered. */
    LOST_LEASES_REFUSED(event -> event.kind() == Kind.SETTLE || event.kind() == Kind.EXTEND),
    /** A dead job says why. */
    DEATHS_HAVE_REASONS(event -> event.kind() == Kind.LEFT && event.answered("DEAD")),
    /** A shift moves each of its jobs once. */
    SHIFTS_ONCE(event -> event.kind() == Kind.SHIFT),
    /** A message that may not be the first of its job says so. */
    COPIES_MARKED(event -> event.kind() == Kind.PUBLISHED),
    /** While nothing disturbs, jobs start soon after their due time. */
    NOTHING_LATE(event -> false);

    @SuppressWarnings("ImmutableEnumChecker") // the lambdas hold nothing
    private final Predicate<Event> applies;

    Rule(Predicate<Event> applies) {
      this.applies = applies;
    }

    /** Whether the check of a history applies this rule to an event. */
    public boolean appliesTo(Event event) {
      return applies.test(event);
    }
  }

  @Override
  public String toString() {
    return rule + " broken for " + job + ": " + what;
  }

  /** Collects violations. */
  static final class Report {
    private final List<Violation> violations = new ArrayList<>();

    void add(Rule rule, JobKey job, String what) {
      violations.add(new Violation(rule, job, what));
    }

    List<Violation> violations() {
      return List.copyOf(violations);
    }
  }
}
