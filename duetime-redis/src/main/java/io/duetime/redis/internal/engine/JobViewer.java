package io.duetime.redis.internal.engine;

import io.duetime.Expiry;
import io.duetime.Explanation;
import io.duetime.Explanation.Why;
import io.duetime.engine.JobView;
import io.duetime.internal.engine.Explanations;
import io.duetime.redis.internal.engine.JobViews.Stored;
import io.duetime.redis.internal.record.StateCodec.State;
import io.duetime.redis.internal.script.Script;
import io.duetime.redis.internal.shard.ShardKeys;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Looks at single jobs. */
final class JobViewer {
  private final Store store;
  private final ShardCaller caller;
  private final IdCalls calls;
  private final JobViews views;
  private final QueueCounter counter;
  private final PermitKeeper permits;
  private final Script find;
  private final Script explain;

  JobViewer(
      Store store,
      ShardCaller caller,
      JobViews views,
      QueueCounter counter,
      PermitKeeper permits,
      EpochCarrier carrier) {
    this.store = store;
    this.caller = caller;
    this.calls = new IdCalls(store, carrier);
    this.views = views;
    this.counter = counter;
    this.permits = permits;
    this.find = store.script("find");
    this.explain = store.script("explain");
  }

  CompletionStage<Optional<JobView>> find(String queue, String id) {
    return one(
        queue, id, find, new Arguments().add(1).add(id), (shard, reply) -> found(shard, id, reply));
  }

  /** Asks for one job wherever it may lie. */
  private <T> CompletionStage<Optional<T>> one(
      String queue,
      String id,
      Script script,
      Arguments arguments,
      BiFunction<ShardKeys, Reply, Optional<T>> reader) {
    IdCalls.Call<String, Optional<T>> call =
        (place, ids, staleness) -> {
          ShardKeys shard = store.keys().shard(queue, place);
          return caller
              .ifThere(shard, script, arguments)
              .thenApply(answer -> {
                if (answer.isEmpty()) {
                  staleness.missing(place);
                  return List.of(Optional.<T>empty());
                }
                staleness.sealed(answer.get().peek(1));
                return List.of(reader.apply(shard, answer.get()));
              });
        };
    return calls
        .each(
            new IdCalls.Question<>(
                queue, one -> one, String::length, call, Optional::isEmpty, null),
            List.of(id))
        .thenApply(answers -> answers.get(0));
  }

  private Optional<JobView> found(ShardKeys shard, String id, Reply reply) {
    long now = reply.number();
    reply.number();
    return views
        .read(shard, id, reply.bytes(), reply.bytes(), reply.number())
        .filter(job -> !job.isForgottenAt(now))
        .map(job -> job.viewAt(now));
  }

  CompletionStage<Explanation> explain(String queue, String id) {
    return one(
            queue,
            id,
            explain,
            new Arguments().add(id),
            (shard, reply) -> explained(shard, id, reply))
        .thenCompose(found ->
            found
                .map(seen -> withSharedLimits(queue, seen))
                .orElseGet(() -> Stages.done(Explanations.UNKNOWN)));
  }

  /**
   * What a shard says of a job.
   *
   * @param maxRunning how many jobs may run at once in all shards, 0 where that is not to be asked
   * @param sharesRate whether the shards share a rate that has to be asked about
   */
  private record Seen(Explanation explanation, long dueAt, long maxRunning, boolean sharesRate) {}

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

  private Optional<Seen> explained(ShardKeys shard, String id, Reply reply) {
    long now = reply.number();
    reply.number();
    return views
        .read(shard, id, reply.bytes(), reply.bytes(), reply.number())
        .filter(job -> !job.isForgottenAt(now))
        .map(job -> explained(job, now, reply));
  }

  private static Seen explained(Stored job, long now, Reply reply) {
    JobView.End end = job.end();
    if (end != null) {
      return alone(Explanations.ended(whyEnded(job), end.atMillis(), end.reason(), end.message()));
    }
    State state = job.state();
    return switch (job.stateAt(now)) {
      case RUNNING ->
          alone(
              Explanations.leased(state.consumer(), state.since(), state.until(), state.marked()));
      case DELAYED -> alone(Explanations.waiting(Why.DUE_LATER, state.dueAt()));
      default -> ready(job, now, reply);
    };
  }

  private static Seen alone(Explanation explanation) {
    return new Seen(explanation, 0, 0, false);
  }

  private static Why whyEnded(Stored job) {
    return switch (job.state().stage()) {
      case DONE -> Why.DONE;
      case CANCELLED -> Why.CANCELLED;
      case WAITING, LEASED, DEAD -> Why.DEAD;
    };
  }

  private static Seen ready(Stored job, long now, Reply reply) {
    long dueAt = job.state().dueAt();
    long pausedUntil = reply.moment();
    long maxRunning = reply.number();
    long permitAt = reply.moment();
    boolean isAnybodyThere = reply.number() > 0;
    if (dueAt > now) {
      return alone(Explanations.waiting(Why.DUE_LATER, dueAt));
    }
    if (isExpiredAt(job, now)) {
      return alone(Explanations.waiting(Why.EXPIRED, dueAt));
    }
    if (pausedUntil > 0) {
      return alone(Explanations.waitingUntil(Why.PAUSED, dueAt, pausedUntil));
    }
    if (maxRunning > 0) {
      return alone(Explanations.full(dueAt, maxRunning));
    }
    if (permitAt > now) {
      return alone(Explanations.waitingUntil(Why.RATE_LIMITED, dueAt, permitAt));
    }
    Why why = isAnybodyThere ? Why.NEXT_IN_TURN : Why.NOBODY_TAKES;
    return new Seen(Explanations.waiting(why, dueAt), dueAt, reply.number(), reply.number() > 0);
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
