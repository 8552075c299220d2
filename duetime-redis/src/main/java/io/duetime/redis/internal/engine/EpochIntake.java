package io.duetime.redis.internal.engine;

import io.duetime.Durability;
import io.duetime.ErrorCode;
import io.duetime.RetryableException;
import io.duetime.engine.JobSpec;
import io.duetime.engine.ScheduleResult;
import io.duetime.engine.ShardId;
import io.duetime.redis.internal.engine.EpochWalker.Next;
import io.duetime.redis.internal.script.Outcome;
import io.duetime.redis.internal.script.Script;
import io.duetime.redis.internal.shard.QueueShards;
import io.duetime.redis.internal.shard.QueueShards.Epoch;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Schedules over the live epochs. A job that stands in a shard of an older epoch is handled there;
 * asking seals that shard, so that what is absent there stays absent. Only what is absent in all of
 * them is made in the newest, with fences beyond those that the older ones have given. One that has
 * ended and is on its way from an older epoch to the newest is seen to arrive there first.
 *
 * <p>Whoever does not know the newest epoch finds its shards sealed, learns the epochs anew and
 * goes on with what is left.
 */
final class EpochIntake {
  /** For ids that are made in a shard whether or not it is sealed. */
  private static final int AT_HOME = -1;

  private static final int IN_NEWEST = 0;

  private final Store store;
  private final ShardCaller caller;
  private final UpkeepNotes upkeep;
  private final EpochWalker walker;
  private final SealWitness witness;
  private final Script schedule;

  EpochIntake(Store store, ShardCaller caller, UpkeepNotes upkeep, EpochWalker walker) {
    this.store = store;
    this.caller = caller;
    this.upkeep = upkeep;
    this.walker = walker;
    this.witness = new SealWitness(store, caller);
    this.schedule = store.script("schedule");
  }

  CompletionStage<List<ScheduleResult>> schedule(
      String queue, List<PackedJob> jobs, Durability durability) {
    Batch batch = new Batch(queue, jobs, durability);
    return walker
        .walk(queue, shards -> attempt(batch, shards))
        .handle((last, failure) ->
            batch.results(failure == null && last == Next.AGAIN ? unsettled(queue) : failure));
  }

  private CompletionStage<Next> attempt(Batch batch, QueueShards shards) {
    CompletionStage<Boolean> rounds = Stages.done(true);
    for (Epoch epoch : shards.older()) {
      rounds = rounds.thenCompose(done -> probe(batch, shards, epoch));
    }
    return rounds
        .thenCompose(done -> walker.arrive(batch.queue, batch.takeLeaving(), shards))
        .thenCompose(arrived -> arrived ? isPublished(batch, shards) : Stages.done(false))
        .thenCompose(isPublished -> isPublished ? make(batch, shards) : Stages.done(true))
        .thenApply(done -> batch.left(job -> true).isEmpty() ? Next.DONE : Next.AGAIN);
  }

  private static RetryableException unsettled(String queue) {
    return new RetryableException(
        ErrorCode.STORE_UNAVAILABLE, "the shards of queue " + queue + " change all the time");
  }

  private CompletionStage<Boolean> probe(Batch batch, QueueShards shards, Epoch older) {
    int newest = shards.newest().number();
    // The home shard was sealed when the epoch was published; if it is not, it knows of none: its
    // store has been emptied, and a seal would keep it closed for good.
    ToIntFunction<ShardId> seal = shard -> shard.epoch() == 0 ? IN_NEWEST : newest;
    return round(
        batch,
        batch.left(Batch::isNoTick),
        id -> older.of(id),
        (shard, piece) -> probe(batch, newest, shard, seal.applyAsInt(shard), piece));
  }

  /** What a seal that nobody has confirmed says to be absent is not made elsewhere. */
  private CompletionStage<List<Boolean>> probe(
      Batch batch, int newest, ShardId shard, int seal, List<Integer> piece) {
    if (!witness.isWanted(batch.queue, shard, newest)) {
      return send(batch, shard, seal, piece, batch.durability).thenApply(Sent::each);
    }
    return send(batch, shard, seal, piece, SealWitness.atLeastOneReplica(batch.durability))
        .thenApply(sent -> {
          if (sent.reached.isPresent()
              && !witness.hear(batch.queue, shard, newest, sent.reached.get())) {
            batch.failLeft(sent.jobs, SealWitness.unconfirmed(batch.queue));
          }
          return sent.each();
        });
  }

  /** Whether jobs may be made in the newest epoch; they fail where nobody else knows it yet. */
  private CompletionStage<Boolean> isPublished(Batch batch, QueueShards shards) {
    List<Integer> left = batch.left(Batch::isNoTick);
    if (left.isEmpty()) {
      return Stages.done(true);
    }
    return witness
        .publication(batch.queue, shards)
        .thenApply(publication -> {
          if (publication == SealWitness.Publication.UNCONFIRMED) {
            batch.failLeft(left, SealWitness.unconfirmed(batch.queue));
          }
          return publication != SealWitness.Publication.UNKNOWN;
        });
  }

  private CompletionStage<Boolean> make(Batch batch, QueueShards shards) {
    ToIntFunction<ShardId> seal =
        shard -> shard.epoch() < shards.newest().number() ? AT_HOME : IN_NEWEST;
    return round(
        batch,
        batch.left(job -> true),
        shards::of,
        (shard, piece) ->
            send(batch, shard, seal.applyAsInt(shard), piece, batch.durability)
                .thenApply(Sent::each));
  }

  private CompletionStage<Boolean> round(
      Batch batch, List<Integer> left, Place place, Pieces.Call<Integer, Boolean> call) {
    return Pieces.each(
            left, at -> place.of(batch.jobs.get(at).id()), at -> batch.jobs.get(at).weight(), call)
        .thenApply(sent -> {
          batch.answers.failAs(sent, left);
          return true;
        });
  }

  @FunctionalInterface
  private interface Place {
    ShardId of(String id);
  }

  private CompletionStage<Sent> send(
      Batch batch, ShardId shard, int seal, List<Integer> piece, Durability durability) {
    Arguments arguments =
        new Arguments().add(piece.size()).add(seal).add(seal == IN_NEWEST ? batch.fence.get() : 0);
    for (int at : piece) {
      PackedJob one = batch.jobs.get(at);
      arguments.add(one.id()).add(one.record()).add(JobScheduler.due(one.job().due()));
    }
    return caller
        .makeIfLive(store.keys().shard(batch.queue, shard), schedule, arguments, durability)
        .thenApply(answer -> {
          int heard = answer.map(reply -> hear(batch, piece, reply)).orElse(piece.size());
          return new Sent(piece.subList(0, heard), answer.map(Reply::reached));
        });
  }

  /**
   * What a shard was asked.
   *
   * @param jobs those of the piece that were dealt with, the first ones
   * @param reached how durable that is; empty where there is no such shard
   */
  private record Sent(List<Integer> jobs, Optional<Durability.Reached> reached) {
    List<Boolean> each() {
      return jobs.stream().map(at -> true).toList();
    }
  }

  /** Answers for how many jobs, the first ones, there is an answer. */
  private int hear(Batch batch, List<Integer> piece, Reply reply) {
    upkeep.hear(batch.queue, reply);
    batch.fence.accumulateAndGet(reply.number("fence"), Math::max);
    int heard = 0;
    for (ReplyPart row : reply.each()) {
      int at = piece.get(heard++);
      JobSpec job = batch.jobs.get(at).job();
      ScheduleAnswers answer = ScheduleAnswers.of(row.number("answer"));
      if (answer.isHere()) {
        batch.answers.answer(at, answer.result(batch.queue, job, reply.reached()));
      } else if (answer.outcome() == Outcome.LEAVING) {
        batch.leaving.add(job.id());
      }
    }
    return heard;
  }

  /** A batch on its way from epoch to epoch. What failed is not asked for any more. */
  private static final class Batch {
    final String queue;
    final List<PackedJob> jobs;
    final Durability durability;
    final AtomicLong fence = new AtomicLong();

    /** Ids whose jobs are on their way to the newest epoch. */
    final Set<String> leaving = ConcurrentHashMap.newKeySet();

    private final BatchAnswers<ScheduleResult> answers;

    Batch(String queue, List<PackedJob> jobs, Durability durability) {
      this.queue = queue;
      this.jobs = jobs;
      this.durability = durability;
      this.answers = new BatchAnswers<>(jobs.size());
    }

    List<String> takeLeaving() {
      List<String> taken = List.copyOf(leaving);
      leaving.clear();
      return taken;
    }

    static boolean isNoTick(PackedJob job) {
      return !QueueShards.isTick(job.id());
    }

    /** What has neither an answer nor failed, of the jobs that are meant. */
    List<Integer> left(Predicate<PackedJob> isMeant) {
      List<Integer> left = new ArrayList<>();
      for (int i = 0; i < jobs.size(); i++) {
        if (answers.at(i) == null && !answers.isFailed(i) && isMeant.test(jobs.get(i))) {
          left.add(i);
        }
      }
      return left;
    }

    /** Fails what has no answer of some jobs. */
    void failLeft(List<Integer> some, Throwable failure) {
      for (int at : some) {
        if (answers.at(at) == null && !answers.isFailed(at)) {
          answers.fail(at, failure);
        }
      }
    }

    /** All answers; what could not be done is refused where something else was. */
    List<ScheduleResult> results(@Nullable Throwable failure) {
      if (failure != null) {
        answers.failRest(failure);
      }
      return answers.orRefused((at, why) -> ScheduleResult.refused(jobs.get(at).id(), why));
    }
  }
}
