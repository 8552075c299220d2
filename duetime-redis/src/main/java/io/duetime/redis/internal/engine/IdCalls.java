package io.duetime.redis.internal.engine;

import io.duetime.DuetimeException;
import io.duetime.engine.ShardId;
import io.duetime.redis.internal.shard.QueueShards;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Asks for jobs by id wherever they may lie: in the newest epoch, in older ones, and once more in
 * the newest, since a record may have been carried there meanwhile; one that is still on its way is
 * seen to arrive first. Where a shard says that it was sealed for an epoch that is not known here,
 * or is gone, the epochs are learnt anew.
 */
final class IdCalls {
  private static final int MOST_TRIES = 20;

  private final Store store;
  private final EpochCarrier carrier;

  IdCalls(Store store, EpochCarrier carrier) {
    this.store = store;
    this.carrier = carrier;
  }

  /**
   * What is asked, and how.
   *
   * @param id of an item
   * @param weigher how much of a call an item takes
   * @param isAbsent whether an answer says that the shard does not know the id
   * @param refusal how an item is answered that was not done where others were; null if there is no
   *     such answer
   */
  record Question<I, O>(
      String queue,
      Function<I, String> id,
      ToLongFunction<I> weigher,
      Call<I, O> call,
      Predicate<O> isAbsent,
      @Nullable Function<DuetimeException, O> refusal) {}

  /** Asks one shard about some items, and notes how the shard stands. */
  @FunctionalInterface
  interface Call<I, O> {
    CompletionStage<List<O>> of(ShardId shard, List<I> piece, Staleness staleness);
  }

  /** Whether shards have said that there are others than those that are known. Thread safe. */
  static final class Staleness {
    private final int newest;
    private final AtomicBoolean isStale = new AtomicBoolean();

    Staleness(QueueShards shards) {
      this.newest = shards.newest().number();
    }

    /** Notes the epoch for which a shard was sealed, 0 for none. */
    void sealed(long epoch) {
      if (epoch > newest) {
        isStale.set(true);
      }
    }

    /** Notes a shard that is not there. */
    void missing(ShardId shard) {
      if (shard.epoch() > 0) {
        isStale.set(true);
      }
    }

    boolean isStale() {
      return isStale.get();
    }
  }

  /** Asks for all items; answers in their order. */
  <I, O> CompletionStage<List<O>> each(Question<I, O> question, List<I> items) {
    Walk<I, O> walk = new Walk<>(question, items);
    return store
        .shards()
        .of(question.queue)
        .thenCompose(shards -> attempt(walk, shards, MOST_TRIES))
        .handle((done, failure) -> walk.all(failure));
  }

  private <I, O> CompletionStage<Boolean> attempt(
      Walk<I, O> walk, QueueShards shards, int triesLeft) {
    Staleness staleness = new Staleness(shards);
    return rounds(walk, shards, staleness, 0)
        .thenCompose(done -> {
          if (!staleness.isStale() || walk.isComplete() || triesLeft == 0) {
            return Stages.done(true);
          }
          return store
              .shards()
              .fresh(walk.question.queue)
              .thenCompose(now ->
                  now.equals(shards) ? Stages.done(true) : attempt(walk, now, triesLeft - 1));
        });
  }

  private <I, O> CompletionStage<Boolean> rounds(
      Walk<I, O> walk, QueueShards shards, Staleness staleness, int round) {
    int rounds = shards.older().isEmpty() ? 1 : shards.older().size() + 2;
    List<Integer> wanted = walk.absent(shards, round);
    if (wanted.isEmpty()) {
      return round + 1 < rounds ? rounds(walk, shards, staleness, round + 1) : Stages.done(true);
    }
    Question<I, O> question = walk.question;
    return (round > 0 && round + 1 == rounds
            ? carrier.finish(question.queue, wanted.stream().map(walk::id).toList(), shards)
            : Stages.done(true))
        .thenCompose(arrived ->
            Pieces.each(
                wanted,
                at -> shards.candidates(walk.id(at)).get(round),
                at -> question.weigher.applyAsLong(walk.items.get(at)),
                (shard, piece) ->
                    question.call.of(
                        shard, piece.stream().map(walk.items::get).toList(), staleness)))
        .thenCompose(answers -> {
          walk.answers.put(wanted, answers);
          return round + 1 < rounds
              ? rounds(walk, shards, staleness, round + 1)
              : Stages.done(true);
        });
  }

  /** Answers as they come in; touched by one round at a time. What failed is not asked again. */
  private static final class Walk<I, O> {
    final Question<I, O> question;
    final List<I> items;
    final BatchAnswers<O> answers;

    Walk(Question<I, O> question, List<I> items) {
      this.question = question;
      this.items = items;
      this.answers = new BatchAnswers<>(items.size());
    }

    String id(int at) {
      return question.id.apply(items.get(at));
    }

    private boolean isAbsent(int at) {
      O answer = answers.at(at);
      return !answers.isFailed(at) && (answer == null || question.isAbsent.test(answer));
    }

    /** The items that no shard has known yet and that have a candidate in this round. */
    List<Integer> absent(QueueShards shards, int round) {
      List<Integer> absent = new ArrayList<>();
      for (int i = 0; i < items.size(); i++) {
        if (isAbsent(i) && (round == 0 || round < shards.candidates(id(i)).size())) {
          absent.add(i);
        }
      }
      return absent;
    }

    boolean isComplete() {
      for (int i = 0; i < items.size(); i++) {
        if (isAbsent(i)) {
          return false;
        }
      }
      return true;
    }

    List<O> all(@Nullable Throwable failure) {
      for (int i = 0; failure != null && i < items.size(); i++) {
        if (isAbsent(i)) {
          answers.fail(i, failure);
        }
      }
      Function<DuetimeException, O> refusal = question.refusal;
      return refusal == null
          ? answers.orThrow(answer -> !question.isAbsent.test(answer))
          : answers.orRefused((at, why) -> refusal.apply(why));
    }
  }
}
