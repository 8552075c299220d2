package io.duetime.engine.tck.model;

import io.duetime.JobState;
import io.duetime.engine.AttemptRecord.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One job of the model. */
final class ModelJob {
  private static final int HISTORY = 10;
  private static final int ANSWERS = 4;

  Wish wish;
  boolean redriven;
  Stage stage = Stage.WAITING;
  long priority;
  long dueAt;
  long firstDueAt;
  long scheduledAt;
  long anchorAt;
  int attempt;
  int interruptions;
  boolean mayHaveArrived;
  long leasedSince;
  long leasedUntil;
  boolean marked;

  /** Which claim of the whole run holds or held it. */
  int claim;

  long endAt;
  String endReason = "";
  long forgetAt;
  List<String> history = new ArrayList<>();
  List<Answer> answers = new ArrayList<>();
  @Nullable ModelJob successor;

  ModelJob(Wish wish) {
    this.wish = wish;
    this.priority = wish.priority();
  }

  enum Stage {
    WAITING,
    LEASED,
    DEAD,
    DONE,
    CANCELLED
  }

  /** What was answered to a request with a nonce. */
  record Answer(long nonce, String outcome, long dueAt) {}

  String id() {
    return wish.id();
  }

  boolean isLapsed(long now) {
    return stage == Stage.LEASED && leasedUntil <= now;
  }

  boolean isForgotten(long now, long deadRetention) {
    return switch (stage) {
      case WAITING, LEASED -> false;
      case DEAD -> deadRetention > 0 && endAt + deadRetention <= now;
      case DONE, CANCELLED -> forgetAt <= now;
    };
  }

  // A job that was redriven is wanted, however late.
  boolean isExpired(long now) {
    return !redriven
        && wish.expiry() != null
        && firstDueAt + wish.expiry().duration().toMillis() <= now;
  }

  JobState state(long now) {
    return switch (stage) {
      case WAITING -> dueAt <= now ? JobState.READY : JobState.DELAYED;
      case LEASED -> isLapsed(now) ? JobState.READY : JobState.RUNNING;
      case DEAD -> JobState.DEAD;
      case DONE -> JobState.DONE;
      case CANCELLED -> JobState.CANCELLED;
    };
  }

  /** What can be seen of it. */
  JobFacts facts(long now) {
    JobFacts facts =
        JobFacts.of(Optional.empty())
            .set(JobFacts.STATE, state(now))
            .set(JobFacts.PAYLOAD, wish.payload())
            .set(JobFacts.TAGS, List.of(wish.tag()))
            .set(JobFacts.PRIORITY, priority)
            .set(JobFacts.DUE_AT, dueAt)
            .set(JobFacts.FIRST_DUE_AT, firstDueAt)
            .set(JobFacts.SCHEDULED_AT, scheduledAt)
            .set(JobFacts.ATTEMPT, attempt)
            .set(JobFacts.MAX_ATTEMPTS, wish.retry().maxAttempts())
            .set(JobFacts.MAY_HAVE_ARRIVED, mayHaveArrived)
            .set(JobFacts.HISTORY, List.copyOf(history))
            .set(JobFacts.SUCCESSOR, successor == null ? null : successor.dueAt)
            .set(JobFacts.END, endReason.isEmpty() ? null : endReason + " at " + endAt);
    if (state(now) == JobState.RUNNING) {
      facts
          .set(JobFacts.LEASED_SINCE, leasedSince)
          .set(JobFacts.LEASED_UNTIL, leasedUntil)
          .set(JobFacts.CANCEL_REQUESTED, marked);
    }
    return facts;
  }

  /** What lists order by. */
  long moment() {
    return endReason.isEmpty() ? dueAt : endAt;
  }

  void failed(String outcome, long at) {
    history.add(JobFacts.shown(attempt, Outcome.valueOf(outcome), leasedSince, at));
    if (history.size() > HISTORY) {
      history.remove(0);
    }
  }

  void waitFor(long moment) {
    stage = Stage.WAITING;
    dueAt = moment;
    marked = false;
    endReason = "";
  }

  void end(Stage how, String reason, long at) {
    stage = how;
    endReason = reason;
    endAt = at;
    successor = null;
  }

  void note(long nonce, String outcome) {
    if (nonce != 0) {
      answers.add(new Answer(nonce, outcome, dueAt));
      forgetOldAnswers();
    }
  }

  void forgetOldAnswers() {
    while (answers.size() > ANSWERS) {
      answers.remove(0);
    }
  }

  @Nullable Answer answerTo(long nonce) {
    if (nonce == 0) {
      return null;
    }
    for (Answer answer : answers) {
      if (answer.nonce() == nonce) {
        return answer;
      }
    }
    return successor == null ? null : successor.answerTo(nonce);
  }
}
