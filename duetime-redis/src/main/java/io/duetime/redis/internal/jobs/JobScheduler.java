package io.duetime.redis.internal.jobs;

import io.duetime.Durability;
import io.duetime.ErrorCode;
import io.duetime.RetryableException;
import io.duetime.ScheduleOutcome;
import io.duetime.Scheduled;
import io.duetime.async.Stages;
import io.duetime.engine.DueTime;
import io.duetime.engine.JobSpec;
import io.duetime.engine.ShardId;
import io.duetime.engine.support.Calls;
import io.duetime.engine.support.Requests;
import io.duetime.kernel.job.JobHead;
import io.duetime.kernel.job.JobHead.WholeJob;
import io.duetime.redis.internal.epoch.EpochWalker;
import io.duetime.redis.internal.epoch.EpochWalker.Next;
import io.duetime.redis.internal.epoch.SealConfirmer;
import io.duetime.redis.internal.record.RecordCodec;
import io.duetime.redis.internal.record.StoredJobCodec;
import io.duetime.redis.internal.record.StoredJobCodec.Packed;
import io.duetime.redis.internal.script.Outcome;
import io.duetime.redis.internal.store.Arguments;
import io.duetime.redis.internal.store.BatchAnswers;
import io.duetime.redis.internal.store.QueueShards;
import io.duetime.redis.internal.store.QueueShards.Epoch;
import io.duetime.redis.internal.store.RedisStore;
import io.duetime.redis.internal.store.ScriptReply;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Schedules over the live epochs. A job in a shard of an older epoch is handled there; the question
 * seals that shard, so that an absent id stays absent. A job that is absent in all older epochs is
 * created in the newest, with fences beyond those of the older shards. An ended job on its way to
 * the newest epoch is delivered first.
 *
 * <p>A process that does not know the newest epoch finds its shards sealed, reads the epochs again
 * and continues with the remaining jobs.
 */
public final class JobScheduler {
  /** For ids that are created in a shard even if it is sealed. */
  private static final int AT_HOME = -1;

  private static final int IN_NEWEST = 0;

  private final RedisStore store;
  private final EpochWalker walker;
  private final SealConfirmer confirmer;

  public JobScheduler(RedisStore store, EpochWalker walker) {
    this.store = store;
    this.walker = walker;
    this.confirmer = new SealConfirmer(store);
  }

  /** A moment as it is, a delay d as −1 − d. */
  static long due(DueTime due) {
    return due instanceof DueTime.After after
        ? -1 - after.delayMillis()
        : ((DueTime.At) due).epochMillis();
  }

  public CompletionStage<List<Scheduled>> schedule(
      String queue, List<JobSpec> jobs, Durability durability) {
    return run(new Asked("schedule", queue, Calls.each(jobs, Packed::of), durability));
  }

  /**
   * Imports whole jobs of another store: created, or kept where the id is known.
   *
   * @param ticks what scripts need to know of the job of a tick
   */
  public CompletionStage<List<Scheduled>> importJobs(
      String queue, List<WholeJob> jobs, Function<JobHead, RecordCodec.@Nullable Tick> ticks) {
    List<Packed> packed =
        Calls.each(jobs, job -> StoredJobCodec.write(job, ticks.apply(job.head())));
    return run(new Asked("import", queue, packed, Durability.NONE));
  }

  /**
   * The answer to a request.
   *
   * @param dueAt 0 if the job was not created; the largest delay if it is too far ahead
   */
  public static Scheduled result(
      String queue, JobSpec job, Outcome outcome, long dueAt, Durability.Reached reached) {
    return switch (outcome) {
      case TOO_FAR -> Scheduled.refused(job.id(), Requests.TooFarAhead.of(job.due(), dueAt));
      case NO_ROOM ->
          Scheduled.refused(
              job.id(),
              new RetryableException(
                  ErrorCode.QUOTA_EXCEEDED,
                  "queue " + queue + " is full: it has reached maxWaiting"));
      default ->
          new Scheduled(
              job.id(),
              outcome.as(ScheduleOutcome.class),
              Instant.ofEpochMilli(dueAt),
              reached,
              null);
    };
  }

  private CompletionStage<List<Scheduled>> run(Asked asked) {
    return walker
        .walk(asked.queue, shards -> attempt(asked, shards))
        .handle((last, failure) ->
            asked.results(
                failure == null && last == Next.AGAIN ? unsettled(asked.queue) : failure));
  }

  private static RetryableException unsettled(String queue) {
    return new RetryableException(
        ErrorCode.STORE_UNAVAILABLE, "the shards of queue " + queue + " change all the time");
  }

  private CompletionStage<Next> attempt(Asked asked, QueueShards shards) {
    CompletionStage<?> rounds = Stages.done(true);
    for (Epoch epoch : shards.older()) {
      rounds = rounds.thenCompose(done -> probe(asked, shards, epoch));
    }
    return rounds
        .thenCompose(done -> walker.arrive(asked.queue, asked.takeMigrating(), shards))
        .thenCompose(arrived -> arrived ? isPublished(asked, shards) : Stages.done(false))
        .thenCompose(isPublished -> isPublished ? make(asked, shards) : Stages.done(asked.batch))
        .thenApply(batch -> batch.open(at -> true).isEmpty() ? Next.DONE : Next.AGAIN);
  }

  private CompletionStage<?> probe(Asked asked, QueueShards shards, Epoch older) {
    int newest = shards.newest().number();
    // The home shard was sealed when the epoch was published. A home shard that is not sealed
    // belongs to a store that was emptied; a seal would keep it closed for ever.
    return ask(
        asked,
        asked.batch.open(asked::isNoTick),
        older::of,
        (shard, piece) ->
            probe(asked, newest, shard, shard.epoch() == 0 ? IN_NEWEST : newest, piece));
  }

  /** A job that an unconfirmed seal reports as absent is not created in another shard. */
  private CompletionStage<Integer> probe(
      Asked asked, int newest, ShardId shard, int seal, List<Integer> piece) {
    if (!confirmer.isWanted(asked.queue, shard, newest)) {
      return send(asked, shard, seal, piece, asked.durability).thenApply(Sent::count);
    }
    return send(asked, shard, seal, piece, SealConfirmer.atLeastOneReplica(asked.durability))
        .thenApply(sent -> {
          if (sent.reached.isPresent()
              && !confirmer.confirm(asked.queue, shard, newest, sent.reached.get())) {
            asked.failOpen(piece.subList(0, sent.count), SealConfirmer.unconfirmed(asked.queue));
          }
          return sent.count;
        });
  }

  /**
   * Whether jobs may be created in the newest epoch; they fail while no other process can know it.
   */
  private CompletionStage<Boolean> isPublished(Asked asked, QueueShards shards) {
    List<Integer> open = asked.batch.open(asked::isNoTick);
    if (open.isEmpty()) {
      return Stages.done(true);
    }
    return confirmer
        .publication(asked.queue, shards)
        .thenApply(publication -> {
          if (publication == SealConfirmer.Publication.UNCONFIRMED) {
            asked.failOpen(open, SealConfirmer.unconfirmed(asked.queue));
          }
          return publication != SealConfirmer.Publication.UNKNOWN;
        });
  }

  private CompletionStage<BatchAnswers<Scheduled>> make(Asked asked, QueueShards shards) {
    ToIntFunction<ShardId> seal =
        shard -> shard.epoch() < shards.newest().number() ? AT_HOME : IN_NEWEST;
    return ask(
        asked,
        asked.batch.open(at -> true),
        shards::of,
        (shard, piece) ->
            send(asked, shard, seal.applyAsInt(shard), piece, asked.durability)
                .thenApply(Sent::count));
  }

  private static CompletionStage<BatchAnswers<Scheduled>> ask(
      Asked asked,
      List<Integer> places,
      Function<String, ShardId> shard,
      BiFunction<ShardId, List<Integer>, CompletionStage<Integer>> call) {
    return asked.batch.ask(
        places, at -> shard.apply(asked.id(at)), at -> asked.jobs.get(at).weight(), call);
  }

  private CompletionStage<Sent> send(
      Asked asked, ShardId shard, int seal, List<Integer> piece, Durability durability) {
    Arguments arguments =
        Arguments.of(piece.size(), seal, seal == IN_NEWEST ? asked.fence.get() : 0);
    for (int at : piece) {
      Packed job = asked.jobs.get(at);
      arguments.add(asked.id(at)).add(job.record());
      if (job.state() == null) {
        arguments.add(due(job.request().due()));
      } else {
        arguments.add(job.state());
      }
    }
    return store
        .makeIfLive(store.shard(asked.queue, shard), asked.script, arguments, durability)
        .thenApply(answer ->
            new Sent(
                answer.map(reply -> asked.addReply(piece, reply)).orElse(piece.size()),
                answer.map(ScriptReply::reached)));
  }

  /**
   * What a shard was asked.
   *
   * @param count how many jobs of the piece, from the first, were processed
   * @param reached how durable that is; empty where there is no such shard
   */
  private record Sent(int count, Optional<Durability.Reached> reached) {}

  /** The state of a batch between its calls. Failed jobs are not sent again. */
  private static final class Asked {
    final String script;
    final String queue;
    final List<Packed> jobs;
    final Durability durability;
    final BatchAnswers<Scheduled> batch;
    final AtomicLong fence = new AtomicLong();

    /** Ids whose jobs are on their way to the newest epoch. */
    private final Set<String> leaving = ConcurrentHashMap.newKeySet();

    Asked(String script, String queue, List<Packed> jobs, Durability durability) {
      this.script = script;
      this.queue = queue;
      this.jobs = jobs;
      this.durability = durability;
      this.batch = new BatchAnswers<>(jobs.size(), null, answer -> true);
    }

    List<String> takeMigrating() {
      List<String> taken = List.copyOf(leaving);
      leaving.clear();
      return taken;
    }

    String id(int at) {
      return jobs.get(at).request().id();
    }

    boolean isNoTick(int at) {
      return !QueueShards.isTick(id(at));
    }

    void failOpen(List<Integer> places, Throwable failure) {
      places.stream().filter(batch::isOpen).forEach(at -> batch.fail(at, failure));
    }

    /** Reads a reply; answers for how many jobs, the first ones, there is an answer. */
    int addReply(List<Integer> piece, ScriptReply reply) {
      fence.accumulateAndGet(reply.number("fence"), Math::max);
      List<ScriptReply> rows = reply.each();
      for (int i = 0; i < rows.size(); i++) {
        int at = piece.get(i);
        // The due time × 16 + the outcome.
        long answer = rows.get(i).number("answer");
        Outcome outcome = Outcome.of(answer % 16);
        if (outcome == Outcome.LEAVING) {
          leaving.add(id(at));
        } else if (outcome != Outcome.ELSEWHERE) {
          batch.answer(
              at, result(queue, jobs.get(at).request(), outcome, answer / 16, reply.reached()));
        }
      }
      return rows.size();
    }

    /** All answers; failed jobs are refused if another job was done. */
    List<Scheduled> results(@Nullable Throwable failure) {
      if (failure != null) {
        batch.open(at -> true).forEach(at -> batch.fail(at, failure));
      }
      return batch.orRefused((at, why) -> Scheduled.refused(id(at), why));
    }
  }
}
