package io.duetime.redis.internal.engine;

import io.duetime.Durability;
import io.duetime.Expiry;
import io.duetime.Explanation;
import io.duetime.Explanation.Why;
import io.duetime.engine.JobView;
import io.duetime.internal.engine.Explanations;
import io.duetime.redis.internal.engine.JobViews.Stored;
import io.duetime.redis.internal.record.StateCodec.State;
import io.duetime.redis.internal.script.Script;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Looks at single jobs. */
final class JobViewer {
  private final IdCalls calls;
  private final JobViews views;
  private final QueueCounter counter;
  private final PermitKeeper permits;
  private final IdCalls.Question<String, Optional<JobView>> find;
  private final IdCalls.Question<String, Optional<Seen>> explain;

  JobViewer(
      Store store, IdCalls calls, JobViews views, QueueCounter counter, PermitKeeper permits) {
    this.calls = calls;
    this.views = views;
    this.counter = counter;
    this.permits = permits;
    this.find = question(store.script("find"), (job, row, now) -> job.viewAt(now));
    this.explain = question(store.script("explain"), JobViewer::explained);
  }

  /** Makes what is to be told of a job. */
  private interface Telling<T> {
    T of(Stored job, ReplyPart row, long now);
  }

  private <T> IdCalls.Question<String, Optional<T>> question(Script script, Telling<T> telling) {
    return new IdCalls.Question<>(
        script,
        id -> id,
        Arguments::add,
        (shard, id, reply, row) -> {
          long now = reply.number("now");
          return views
              .read(shard, id, row)
              .filter(job -> !job.isForgottenAt(now))
              .map(job -> telling.of(job, row, now));
        },
        Optional.empty(),
        Optional::isEmpty,
        null);
  }

  private <T> CompletionStage<Optional<T>> ask(
      String queue, String id, IdCalls.Question<String, Optional<T>> question) {
    return calls
        .each(queue, question, List.of(id), Durability.NONE)
        .thenApply(answers -> answers.get(0));
  }

  CompletionStage<Optional<JobView>> find(String queue, String id) {
    return ask(queue, id, find);
  }

  CompletionStage<Explanation> explain(String queue, String id) {
    return ask(queue, id, explain)
        .thenCompose(found ->
            found
                .map(seen ->
                    withSharedLimits(queue, seen)
                        .thenApply(told -> Explanations.with(told, seen.attempts)))
                .orElseGet(() -> Stages.done(Explanations.UNKNOWN)));
  }

  /**
   * What a shard says of a job.
   *
   * @param maxRunning how many jobs may run at once in all shards, 0 where that is not to be asked
   * @param sharesRate whether the shards share a rate that has to be asked about
   * @param attempts what is told of its attempts
   */
  private record Seen(
      Explanation explanation,
      long dueAt,
      long maxRunning,
      boolean sharesRate,
      Map<String, String> attempts) {}

  /** A job that nothing else keeps may wait for what other shards use of the queue's limits. */
  private CompletionStage<Explanation> withSharedLimits(String queue, Seen seen) {
    return withSharedPlaces(queue, seen)
        .thenCompose(explanation ->
            !seen.sharesRate || !explanation.equals(seen.explanation)
                ? Stages.done(explanation)
                : permits
                    .nextTokenAt(queue)
                    .thenApply(at ->
                        at > 0
                            ? Explanations.waitingUntil(Why.RATE_LIMITED, seen.dueAt, at)
                            : explanation));
  }

  private CompletionStage<Explanation> withSharedPlaces(String queue, Seen seen) {
    return seen.maxRunning == 0
        ? Stages.done(seen.explanation)
        : counter
            .counts(queue)
            .thenApply(counts ->
                counts.now().running() >= seen.maxRunning
                    ? Explanations.full(seen.dueAt, seen.maxRunning)
                    : seen.explanation);
  }

  private static Seen explained(Stored job, ReplyPart row, long now) {
    JobView.End end = job.end();
    if (end != null) {
      Explanation ended =
          Explanations.ended(whyEnded(job), end.atMillis(), end.reason(), end.message());
      return new Seen(ended, 0, 0, false, Map.of());
    }
    State state = job.state();
    return switch (job.stateAt(now)) {
      case RUNNING ->
          alone(
              job,
              Explanations.leased(state.consumer(), state.since(), state.until(), state.marked()));
      case DELAYED -> alone(job, Explanations.waiting(Why.DUE_LATER, state.dueAt()));
      default -> ready(job, row, now);
    };
  }

  private static Seen alone(Stored job, Explanation explanation) {
    return new Seen(explanation, 0, 0, false, attempts(job));
  }

  private static Map<String, String> attempts(Stored job) {
    return Explanations.attempts(job.state().attempt(), job.record().retry());
  }

  private static Why whyEnded(Stored job) {
    return switch (job.state().stage()) {
      case DONE -> Why.DONE;
      case CANCELLED -> Why.CANCELLED;
      case WAITING, LEASED, DEAD -> Why.DEAD;
    };
  }

  private static Seen ready(Stored job, ReplyPart row, long now) {
    long dueAt = job.state().dueAt();
    long pausedUntil = row.moment("pausedUntil");
    long maxRunning = row.number("maxRunning");
    long permitAt = row.moment("permitAt");
    if (dueAt > now) {
      return alone(job, Explanations.waiting(Why.DUE_LATER, dueAt));
    }
    if (isExpiredAt(job, now)) {
      return alone(job, Explanations.waiting(Why.EXPIRED, dueAt));
    }
    if (pausedUntil > 0) {
      return alone(job, Explanations.waitingUntil(Why.PAUSED, dueAt, pausedUntil));
    }
    if (maxRunning > 0) {
      return alone(job, Explanations.full(dueAt, maxRunning));
    }
    if (permitAt > now) {
      return alone(job, Explanations.waitingUntil(Why.RATE_LIMITED, dueAt, permitAt));
    }
    Why why = row.isTrue("anybody") ? Why.NEXT_IN_TURN : Why.NOBODY_TAKES;
    return new Seen(
        Explanations.waiting(why, dueAt),
        dueAt,
        row.number("sharedMaxRunning"),
        row.isTrue("sharesRate"),
        attempts(job));
  }

  private static boolean isExpiredAt(Stored job, long now) {
    @Nullable Expiry expiry = job.record().expiry();
    if (expiry instanceof Expiry.At at) {
      return at.instant().toEpochMilli() <= now;
    }
    return expiry instanceof Expiry.After after
        && job.state().firstDueAt() + after.duration().toMillis() <= now;
  }
}
