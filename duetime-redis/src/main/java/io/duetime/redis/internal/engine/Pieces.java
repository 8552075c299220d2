package io.duetime.redis.internal.engine;

import io.duetime.engine.ShardId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/** Cuts batches into pieces that a script may take, and puts the answers together in order. */
final class Pieces {
  /** Few enough that others of the server, whom a script keeps waiting, wait for about 1 ms. */
  private static final int MOST_ITEMS = 250;

  private static final long MOST_BYTES = 1 << 20;

  private Pieces() {}

  /**
   * Does a batch shard by shard and piece by piece, the pieces of a shard one after the other.
   * Where one fails those behind it are not sent. The stage itself never fails.
   */
  static <I, O> CompletionStage<BatchAnswers<O>> each(
      List<I> items, Function<I, ShardId> place, ToLongFunction<I> weigher, Call<I, O> call) {
    Map<ShardId, List<Integer>> byShard = new LinkedHashMap<>();
    for (int i = 0; i < items.size(); i++) {
      byShard.computeIfAbsent(place.apply(items.get(i)), shard -> new ArrayList<>()).add(i);
    }
    BatchAnswers<O> answers = new BatchAnswers<>(items.size());
    CompletionStage<BatchAnswers<O>> all = Stages.done(answers);
    for (Map.Entry<ShardId, List<Integer>> part : byShard.entrySet()) {
      Part<I, O> own = new Part<>(part.getKey(), items, call, answers);
      List<List<Integer>> pieces = cut(part.getValue(), at -> weigher.applyAsLong(items.get(at)));
      all = all.thenCombine(own.inTurn(pieces), (before, done) -> answers);
    }
    return all;
  }

  /** What a batch has for one shard. */
  private record Part<I, O>(
      ShardId shard, List<I> items, Call<I, O> call, BatchAnswers<O> answers) {
    CompletionStage<Optional<Throwable>> inTurn(List<List<Integer>> pieces) {
      CompletionStage<Optional<Throwable>> all = send(pieces.get(0));
      for (List<Integer> piece : pieces.subList(1, pieces.size())) {
        all =
            all.thenCompose(failure ->
                failure.isEmpty() ? send(piece) : Stages.done(failed(piece, failure.get())));
      }
      return all;
    }

    private CompletionStage<Optional<Throwable>> send(List<Integer> piece) {
      List<I> own = piece.size() == items.size() ? items : piece.stream().map(items::get).toList();
      try {
        return call.of(shard, own)
            .handle((some, failure) ->
                failure == null ? answered(piece, some) : Stages.done(failed(piece, failure)))
            .thenCompose(answered -> answered);
      } catch (RuntimeException failure) {
        return Stages.done(failed(piece, failure));
      }
    }

    private CompletionStage<Optional<Throwable>> answered(List<Integer> piece, List<O> some) {
      for (int i = 0; i < some.size(); i++) {
        answers.answer(piece.get(i), some.get(i));
      }
      if (some.size() == piece.size()) {
        return Stages.done(Optional.empty());
      }
      List<Integer> rest = piece.subList(some.size(), piece.size());
      return some.isEmpty()
          ? Stages.done(failed(rest, new IllegalStateException("a piece was not begun")))
          : send(rest);
    }

    private Optional<Throwable> failed(List<Integer> piece, Throwable failure) {
      piece.forEach(at -> answers.fail(at, failure));
      return Optional.of(failure);
    }
  }

  /** Cuts a list into pieces of bounded number and weight, each of one item at least. */
  static <I> List<List<I>> cut(List<I> items, ToLongFunction<I> weigher) {
    List<List<I>> pieces = new ArrayList<>();
    int from = 0;
    long weight = 0;
    for (int i = 0; i < items.size(); i++) {
      long more = weigher.applyAsLong(items.get(i));
      if (i > from && (i - from == MOST_ITEMS || weight + more > MOST_BYTES)) {
        pieces.add(items.subList(from, i));
        from = i;
        weight = 0;
      }
      weight += more;
    }
    if (from < items.size()) {
      pieces.add(items.subList(from, items.size()));
    }
    return pieces;
  }

  /**
   * Does one piece on its shard; answers item by item, where that would be too much at once those
   * that come first. What is left is sent again.
   */
  @FunctionalInterface
  interface Call<I, O> {
    CompletionStage<List<O>> of(ShardId shard, List<I> piece);
  }
}
