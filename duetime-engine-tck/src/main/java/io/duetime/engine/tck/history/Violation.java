package io.duetime.engine.tck.history;

import io.duetime.engine.tck.history.Event.JobKey;
import java.util.ArrayList;
import java.util.List;

/** Something in a history that no sound engine does. */
public record Violation(Rule rule, JobKey job, String what) {
  /** What must hold. */
  public enum Rule {
    /** No claim takes a job before its due time, unless asked to. */
    NOTHING_EARLY,
    /** After an answered reschedule no claim takes the job for an earlier time. */
    MOVES_HOLD,
    /** Whatever was scheduled is done, handed over, cancelled, dead, or still to come. */
    NOTHING_LOST,
    /** Nothing is done more often than it was scheduled. */
    NOTHING_DOUBLED,
    /** A job is held by one lease at a time. */
    ONE_LEASE,
    /** Later claims have greater fences. */
    FENCES_GROW,
    /** Nothing is settled after its deadline. */
    DEADLINES_HOLD,
    /** A lease in force is not refused. */
    LEASES_HOLD,
    /** After an answered cancellation the job is not claimed. */
    CANCELS_HOLD,
    /** After an answered ack the job is not claimed. */
    ACKS_HOLD,
    /** Some order of the calls explains what each of them was answered. */
    ANSWERS_POSSIBLE,
    /** Nothing is settled with a lease once a later claim was answered. */
    LOST_LEASES_REFUSED,
    /** A dead job says why. */
    DEATHS_HAVE_REASONS,
    /** A shift moves each of its jobs once. */
    SHIFTS_ONCE,
    /** A message that may not be the first of its job says so. */
    COPIES_MARKED,
    /** While nothing disturbs, jobs start soon after their due time. */
    NOTHING_LATE
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
