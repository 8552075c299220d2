package io.duetime.engine.tck.model;

import io.duetime.JobState;
import io.duetime.engine.AttemptRecord;
import io.duetime.engine.JobView;
import io.duetime.engine.tck.fixture.Jobs;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * All that can be seen of one job, by name, so that an expectation is the job as it was with some
 * facts changed. Left out: the fence, which only grows, and the wording of reasons.
 */
final class JobFacts {
  static final String STATE = "state";
  static final String PAYLOAD = "payload";
  static final String DUE_AT = "dueAt";
  static final String FIRST_DUE_AT = "firstDueAt";
  static final String SCHEDULED_AT = "scheduledAt";
  static final String PRIORITY = "priority";
  static final String TAGS = "tags";
  static final String ATTEMPT = "attempt";
  static final String MAY_HAVE_ARRIVED = "may have arrived";
  static final String MAX_ATTEMPTS = "maxAttempts";
  static final String LEASED_SINCE = "leased since";
  static final String LEASED_UNTIL = "leased until";
  static final String CANCEL_REQUESTED = "cancel requested";
  static final String END = "end";
  static final String HISTORY = "history";
  static final String SUCCESSOR = "successor due at";

  private final Map<String, Object> facts = new TreeMap<>();

  /** What can be seen of a job now; nothing of one that is not known. */
  static JobFacts of(Optional<JobView> job) {
    JobFacts facts = new JobFacts();
    job.ifPresent(facts::read);
    return facts;
  }

  private void read(JobView job) {
    set(STATE, job.state());
    set(PAYLOAD, Jobs.text(job.body()));
    set(DUE_AT, job.times().dueAt());
    set(FIRST_DUE_AT, job.times().firstDueAt());
    set(SCHEDULED_AT, job.times().scheduledAt());
    set(PRIORITY, job.traits().priority());
    set(TAGS, job.traits().tags());
    set(ATTEMPT, job.traits().attempt());
    set(MAY_HAVE_ARRIVED, job.traits().mayHaveArrived());
    set(MAX_ATTEMPTS, job.traits().maxAttempts());
    set(HISTORY, job.history().stream().map(JobFacts::shown).toList());
    set(SUCCESSOR, job.successorDueAtMillis());
    JobView.LeaseView lease = job.lease();
    if (lease != null) {
      set(LEASED_SINCE, lease.sinceMillis());
      set(LEASED_UNTIL, lease.untilMillis());
      set(CANCEL_REQUESTED, lease.cancelRequested());
    }
    JobView.End end = job.end();
    if (end != null) {
      set(END, end.reason() + " at " + end.atMillis());
    }
  }

  private static String shown(AttemptRecord attempt) {
    return shown(
        attempt.attempt(), attempt.outcome(), attempt.startedAtMillis(), attempt.endedAtMillis());
  }

  static String shown(int attempt, AttemptRecord.Outcome outcome, long from, long to) {
    return "attempt " + attempt + " " + outcome + " from " + from + " to " + to;
  }

  boolean isKnown() {
    return !facts.isEmpty();
  }

  /** Forgets all. */
  JobFacts clear() {
    facts.clear();
    return this;
  }

  JobFacts set(String fact, @Nullable Object value) {
    if (value == null) {
      facts.remove(fact);
    } else {
      facts.put(fact, value);
    }
    return this;
  }

  @Nullable Object get(String fact) {
    return facts.get(fact);
  }

  long moment(String fact) {
    if (facts.get(fact) instanceof Long moment) {
      return moment;
    }
    throw new IllegalStateException("no " + fact + " in " + facts);
  }

  int attempt() {
    return facts.get(ATTEMPT) instanceof Integer attempt ? attempt : 0;
  }

  /** Waiting for a moment, without a lease. */
  JobFacts waitingFor(long dueAt, long now) {
    return unleased()
        .set(DUE_AT, dueAt)
        .set(STATE, dueAt <= now ? JobState.READY : JobState.DELAYED);
  }

  /** Ended. */
  JobFacts ended(JobState state, String reason, long at) {
    return unleased().set(STATE, state).set(END, reason + " at " + at).set(SUCCESSOR, null);
  }

  private JobFacts unleased() {
    return set(LEASED_SINCE, null)
        .set(LEASED_UNTIL, null)
        .set(CANCEL_REQUESTED, null)
        .set(END, null);
  }

  /** One more failed attempt in the history. */
  JobFacts failed(AttemptRecord.Outcome outcome, long from, long to) {
    List<Object> history = new ArrayList<>();
    if (facts.get(HISTORY) instanceof List<?> before) {
      history.addAll(before);
    }
    history.add(shown(attempt(), outcome, from, to));
    return set(HISTORY, List.copyOf(history));
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof JobFacts that && facts.equals(that.facts);
  }

  @Override
  public int hashCode() {
    return facts.hashCode();
  }

  @Override
  public String toString() {
    return facts.toString();
  }
}
