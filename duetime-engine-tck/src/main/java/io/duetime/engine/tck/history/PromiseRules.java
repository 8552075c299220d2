package io.duetime.engine.tck.history;

import io.duetime.engine.tck.history.Event.JobKey;
import io.duetime.engine.tck.history.Event.Kind;
import io.duetime.engine.tck.history.Violation.Rule;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What must hold of the answers given about one job. */
final class PromiseRules {
  private final long skew;
  private final Violation.Report report;

  PromiseRules(long skewMillis, Violation.Report report) {
    this.skew = skewMillis;
    this.report = report;
  }

  void check(JobKey key, JobHistory job) {
    for (Event claim : job.claims()) {
      notEarly(key, job, claim);
      notAfterAnAck(key, job, claim);
    }
    job.of(Kind.CANCEL)
        .filter(event -> event.answered("CANCELLED"))
        .forEach(cancel -> notAfterACancel(key, job, cancel));
    answersArePossible(key, job);
    notLost(key, job);
    notDoubled(key, job);
    markedCopies(key, job);
    job.of(Kind.LEFT)
        .filter(left -> left.answered(Event.UNEXPLAINED))
        .forEach(left -> report.add(Rule.DEATHS_HAVE_REASONS, key, "dead for no reason"));
  }

  private void notEarly(JobKey key, JobHistory job, Event claim) {
    long now = claim.held().nowMillis();
    if (claim.held().ahead()) {
      return;
    }
    if (now < claim.dueAtMillis()) {
      report.add(Rule.NOTHING_EARLY, key, "due " + claim.dueAtMillis() + ", claimed at " + now);
    }
    lastChangeBefore(job, now)
        .filter(change -> claim.dueAtMillis() < change.dueAtMillis())
        .ifPresent(change ->
            report.add(
                Rule.MOVES_HOLD,
                key,
                change.kind()
                    + " answered "
                    + change.dueAtMillis()
                    + ", claimed at "
                    + now
                    + " as due "
                    + claim.dueAtMillis()));
  }

  /** The change that was answered last before a moment, if none else may have come after it. */
  private Optional<Event> lastChangeBefore(JobHistory job, long moment) {
    Optional<Event> last =
        job.changes()
            .filter(change -> change.span().overBy(skew) < moment)
            .max(Comparator.comparingLong(change -> change.span().endMillis()));
    return last.filter(change -> isDated(change))
        .filter(change ->
            job.changes()
                .filter(other -> !other.equals(change))
                .noneMatch(other ->
                    other.span().overBy(skew) >= change.span().startMillis()
                        && other.span().startMillis() <= moment + skew));
  }

  private static boolean isDated(Event change) {
    return change.answered("CREATED", "REPLACED", "RESCHEDULED");
  }

  private void notAfterAnAck(JobKey key, JobHistory job, Event claim) {
    for (Event acked : job.claims()) {
      boolean done =
          acked.held().fence() < claim.held().fence()
              && job.endsOf(acked.held().fence()).anyMatch(end -> end.answered("ACKED"));
      if (done && !scheduledSince(job, acked.held().nowMillis())) {
        report.add(
            Rule.ACKS_HOLD,
            key,
            "claimed with fence "
                + claim.held().fence()
                + " after "
                + acked.held().fence()
                + " was acknowledged");
      }
    }
  }

  private boolean scheduledSince(JobHistory job, long moment) {
    return job.perhapsAccepted().stream()
        .anyMatch(request -> request.span().overBy(skew) >= moment);
  }

  private void notAfterACancel(JobKey key, JobHistory job, Event cancel) {
    boolean again =
        job.perhapsAccepted().stream()
            .anyMatch(request -> request.span().overBy(skew) >= cancel.span().startMillis());
    job.claims().stream()
        .filter(claim -> !again && claim.held().nowMillis() > cancel.span().overBy(skew))
        .forEach(claim ->
            report.add(
                Rule.CANCELS_HOLD,
                key,
                "cancelled by "
                    + cancel.span().endMillis()
                    + ", claimed at "
                    + claim.held().nowMillis()));
  }

  // Some order of the calls has to explain each answer: what is kept was scheduled before, and what
  // was scheduled is known until something may have ended it.
  private void answersArePossible(JobKey key, JobHistory job) {
    for (Event kept : job.answeredWith("KEPT", "KEPT_RUNNING", "REJECTED")) {
      boolean exists =
          job.perhapsAccepted().stream()
              .anyMatch(made -> made.span().startMillis() <= kept.span().overBy(skew));
      if (!exists) {
        report.add(Rule.ANSWERS_POSSIBLE, key, kept.outcome() + " before it was scheduled");
      }
    }
    for (Event unknown : job.answeredWith("UNKNOWN")) {
      job.accepted().stream()
          .filter(made -> made.span().overBy(skew) < unknown.span().startMillis())
          .filter(made -> !job.mayHaveEnded(made, unknown, skew))
          .findFirst()
          .ifPresent(made ->
              report.add(
                  Rule.ANSWERS_POSSIBLE,
                  key,
                  unknown.kind()
                      + " at "
                      + unknown.span().startMillis()
                      + " did not find it, though nothing has ended it"));
    }
  }

  private void notLost(JobKey key, JobHistory job) {
    List<Event> accepted = job.accepted();
    job.of(Kind.LEFT)
        .filter(left -> left.answered("DELAYED", "READY", "RUNNING"))
        .filter(left -> left.dueAtMillis() <= left.span().startMillis())
        .forEach(left ->
            report.add(Rule.NOTHING_LOST, key, "due at " + left.dueAtMillis() + ", never done"));
    boolean published = job.of(Kind.PUBLISHED).findAny().isPresent();
    if (accepted.isEmpty() || job.isThereAtTheEnd() || published) {
      return;
    }
    long since =
        accepted.stream().mapToLong(event -> event.span().startMillis()).max().orElseThrow() - skew;
    boolean cancelled =
        job.of(Kind.CANCEL)
            .filter(event -> event.isUnknown() || event.answered("CANCELLED", "RUNNING"))
            .anyMatch(event -> event.span().endMillis() >= since);
    boolean done =
        job.claims().stream()
            .filter(claim -> claim.held().nowMillis() >= since)
            .flatMap(claim -> finishes(job, claim))
            .findAny()
            .isPresent();
    if (!cancelled && !done) {
      report.add(Rule.NOTHING_LOST, key, "scheduled at " + since + ", never done, not there");
    }
  }

  private static Stream<Event> finishes(JobHistory job, Event claim) {
    return job.endsOf(claim.held().fence())
        .filter(end -> end.answered("ACKED", "CANCELLED") || end.isUnknown());
  }

  private void notDoubled(JobKey key, JobHistory job) {
    long acked = job.of(Kind.SETTLE).filter(event -> event.answered("ACKED")).count();
    if (acked > job.perhapsAccepted().size()) {
      report.add(
          Rule.NOTHING_DOUBLED,
          key,
          "acknowledged " + acked + " times, scheduled " + job.perhapsAccepted().size());
    }
  }

  // Which of two messages was sent first cannot be seen by the receiver; how many are unmarked can.
  private void markedCopies(JobKey key, JobHistory job) {
    long unmarked = job.of(Kind.PUBLISHED).filter(event -> event.answered(Event.FIRST)).count();
    if (unmarked > Math.max(1, job.perhapsAccepted().size())) {
      report.add(Rule.COPIES_MARKED, key, unmarked + " messages without a mark");
    }
  }
}
