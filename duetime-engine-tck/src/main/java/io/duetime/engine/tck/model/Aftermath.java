package io.duetime.engine.tck.model;

import io.duetime.JobState;
import io.duetime.RetryPolicy;
import io.duetime.engine.AttemptRecord.Outcome;
import io.duetime.engine.JobView.End;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;

/**
 * What a row may say of the job afterwards. JobFacts that a phrase does not touch stay as they
 * were.
 */
@SuppressWarnings("ImmutableEnumChecker") // the lambdas hold nothing
enum Aftermath {
  UNCHANGED("unchanged", (facts, c) -> {}),
  GONE("gone", (facts, c) -> facts.clear()),
  NEW_JOB("new job", (facts, c) -> become(facts, Case.NEW, c.askedDueAt, c.now(), c.now())),
  NEW_JOB_BOUNDED(
      "new job, at the bound",
      (facts, c) -> become(facts, Case.NEW, c.anchorAt + Acts.LONGEST_WAIT, c.now(), c.now())),
  NEW_JOB_BOUNDED_FROM_NOW(
      "new job, at the bound from now",
      (facts, c) -> become(facts, Case.NEW, c.now() + Acts.LONGEST_WAIT, c.now(), c.now())),
  OLD_JOB(
      "old request's job", (facts, c) -> become(facts, Case.OLD, c.askedDueAt, c.now(), c.now())),
  NEW_SUCCESSOR("new successor", (facts, c) -> facts.set(JobFacts.SUCCESSOR, c.askedDueAt)),
  NEW_SUCCESSOR_BOUNDED(
      "new successor, at the bound",
      (facts, c) -> facts.set(JobFacts.SUCCESSOR, c.anchorAt + Acts.LONGEST_WAIT)),
  NEW_SUCCESSOR_BOUNDED_FROM_NOW(
      "new successor, at the bound from now",
      (facts, c) -> facts.set(JobFacts.SUCCESSOR, c.now() + Acts.LONGEST_WAIT)),
  MARKED(
      "marked, no successor",
      (facts, c) -> facts.set(JobFacts.CANCEL_REQUESTED, true).set(JobFacts.SUCCESSOR, null)),
  CANCELLED(
      "cancelled", (facts, c) -> remember(facts, c, JobState.CANCELLED, End.CANCELLED, c.now())),
  DONE("done", (facts, c) -> remember(facts, c, JobState.DONE, End.DONE, c.now())),
  MOVED(
      "moved",
      (facts, c) ->
          facts
              .waitingFor(c.askedDueAt, c.now())
              .set(JobFacts.FIRST_DUE_AT, c.askedDueAt)
              .set(JobFacts.ATTEMPT, 0)),
  UPDATED("updated", (facts, c) -> update(facts).set(JobFacts.PAYLOAD, Case.NEW.name())),
  PRIORITY_AND_TAGS_UPDATED("priority and tags updated", (facts, c) -> update(facts)),
  SHIFTED(
      "shifted",
      (facts, c) ->
          facts
              .waitingFor(facts.moment(JobFacts.DUE_AT) + Acts.SHIFT, c.now())
              .set(JobFacts.FIRST_DUE_AT, facts.moment(JobFacts.FIRST_DUE_AT) + Acts.SHIFT)),
  RUNNING("running", (facts, c) -> lease(facts, c, facts.attempt() + 1)),
  RUNNING_FIRST_ATTEMPT("running, attempt 1", (facts, c) -> lease(facts, c, 1)),
  EXTENDED("extended", (facts, c) -> facts.set(JobFacts.LEASED_UNTIL, c.now() + Acts.EXTENSION)),
  RELEASED(
      "released",
      (facts, c) ->
          facts
              .waitingFor(facts.moment(JobFacts.DUE_AT), c.now())
              .set(JobFacts.ATTEMPT, facts.attempt() - 1)),
  INTERRUPTED(
      "released, interruption noted",
      (facts, c) ->
          facts
              .failed(Outcome.INTERRUPTED, c.leasedSince, c.now())
              .waitingFor(facts.moment(JobFacts.DUE_AT), c.now())
              .set(JobFacts.ATTEMPT, facts.attempt() - 1)),
  RELEASED_UNTIL_LATER(
      "released after the delay",
      (facts, c) ->
          facts
              .waitingFor(c.now() + Acts.RETRY_DELAY, c.now())
              .set(JobFacts.ATTEMPT, facts.attempt() - 1)),
  RETRY(
      "retry",
      (facts, c) ->
          facts
              .failed(Outcome.FAILED, c.leasedSince, c.now())
              .waitingFor(c.now() + c.backoff(), c.now())),
  RETRY_AFTER_DELAY(
      "retry after the delay",
      (facts, c) ->
          facts
              .failed(Outcome.FAILED, c.leasedSince, c.now())
              .waitingFor(c.now() + Acts.RETRY_DELAY, c.now())),
  EXHAUSTED(
      "dead, exhausted",
      (facts, c) ->
          facts
              .failed(Outcome.FAILED, c.leasedSince, c.now())
              .ended(JobState.DEAD, End.EXHAUSTED, c.now())),
  BURIED(
      "dead, buried",
      (facts, c) ->
          facts
              .failed(Outcome.BURIED, c.leasedSince, c.now())
              .ended(JobState.DEAD, End.BURIED, c.now())),
  EXPIRED("dead, expired", (facts, c) -> facts.ended(JobState.DEAD, End.EXPIRED, c.now())),
  SUCCESSOR("successor", (facts, c) -> succeed(facts, c)),
  SUCCESSOR_AFTER_FAILURE(
      "successor, failure kept",
      (facts, c) -> succeed(facts.failed(Outcome.FAILED, c.leasedSince, c.now()), c)),
  SUCCESSOR_AFTER_BURIAL(
      "successor, burial kept",
      (facts, c) -> succeed(facts.failed(Outcome.BURIED, c.leasedSince, c.now()), c)),
  SUCCESSOR_AFTER_INTERRUPTION(
      "successor, interruption kept",
      (facts, c) -> succeed(facts.failed(Outcome.INTERRUPTED, c.leasedSince, c.now()), c)),
  LOST_RETRY(
      "loss: retry", (facts, c) -> lose(facts, c).waitingFor(c.deadline() + c.backoff(), c.now())),
  LOST_DEAD(
      "loss: dead", (facts, c) -> lose(facts, c).ended(JobState.DEAD, End.EXHAUSTED, c.deadline())),
  LOST_SUCCESSOR("loss: successor", (facts, c) -> succeed(lose(facts, c), c)),
  LOST_CANCELLED(
      "loss: cancelled",
      (facts, c) -> remember(facts, c, JobState.CANCELLED, End.CANCELLED, c.deadline())),
  REDRIVEN(
      "redriven",
      (facts, c) ->
          facts
              .waitingFor(c.now(), c.now())
              .set(JobFacts.FIRST_DUE_AT, c.now())
              .set(JobFacts.ATTEMPT, 0));

  private final String phrase;
  private final BiConsumer<JobFacts, Case> change;

  Aftermath(String phrase, BiConsumer<JobFacts, Case> change) {
    this.phrase = phrase;
    this.change = change;
  }

  static Aftermath named(String phrase) {
    return Arrays.stream(values())
        .filter(aftermath -> aftermath.phrase.equals(phrase))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("nothing is called '" + phrase + "'"));
  }

  /** Makes of the facts what they are afterwards. */
  void applyTo(JobFacts facts, Case c) {
    change.accept(facts, c);
  }

  private static void become(
      JobFacts facts, Case.Request request, long dueAt, long scheduledAt, long now) {
    facts
        .clear()
        .waitingFor(dueAt, now)
        .set(JobFacts.PAYLOAD, request.name())
        .set(JobFacts.FIRST_DUE_AT, dueAt)
        .set(JobFacts.SCHEDULED_AT, scheduledAt)
        .set(JobFacts.PRIORITY, request.priority())
        .set(JobFacts.TAGS, List.of(request.name()))
        .set(JobFacts.ATTEMPT, 0)
        .set(JobFacts.MAY_HAVE_ARRIVED, false)
        .set(JobFacts.MAX_ATTEMPTS, RetryPolicy.DEFAULT.maxAttempts())
        .set(JobFacts.HISTORY, List.of());
  }

  private static JobFacts update(JobFacts facts) {
    return facts
        .set(JobFacts.PRIORITY, Case.NEW.priority())
        .set(JobFacts.TAGS, List.of(Case.NEW.name()));
  }

  private static void succeed(JobFacts facts, Case c) {
    Object history = facts.get(JobFacts.HISTORY);
    become(facts, Case.SUCCESSOR, c.successorDueAt, c.successorSince, c.now());
    facts.set(JobFacts.HISTORY, history);
  }

  private static JobFacts lose(JobFacts facts, Case c) {
    return facts
        .failed(Outcome.LEASE_LOST, c.leasedSince, c.deadline())
        .set(JobFacts.MAY_HAVE_ARRIVED, true);
  }

  private static void lease(JobFacts facts, Case c, int attempt) {
    facts
        .set(JobFacts.STATE, JobState.RUNNING)
        .set(JobFacts.END, null)
        .set(JobFacts.ATTEMPT, attempt)
        .set(JobFacts.LEASED_SINCE, c.now())
        .set(JobFacts.LEASED_UNTIL, c.now() + Case.LEASE)
        .set(JobFacts.CANCEL_REQUESTED, false);
  }

  private static void remember(JobFacts facts, Case c, JobState state, String reason, long at) {
    if (c.retention.isZero() || at + c.retention.toMillis() <= c.now()) {
      facts.clear();
    } else {
      facts.ended(state, reason, at);
    }
  }
}
