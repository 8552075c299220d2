package io.duetime.redis.internal.engine;

import io.duetime.engine.ShardId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/** Cuts batches into pieces that a script may take, and puts the answers together in order. */
final class Pieces {
  private static final int MOST_ITEMS = 500;
  private static final long MOST_BYTES = 1 << 20;

  private Pieces() {}

  /** Does a batch shard by shard and piece by piece, the pieces of a shard one after the other. */
  static <I, O> CompletionStage<List<O>> each(
      List<I> items, Function<I, ShardId> place, ToLongFunction<I> weigher, Call<I, O> call) {
    Map<ShardId, List<Integer>> byShard = new LinkedHashMap<>();
    for (int i = 0; i < items.size(); i++) {
      byShard.computeIfAbsent(place.apply(items.get(i)), shard -> new ArrayList<>()).add(i);
    }
    if (byShard.size() == 1) {
      return inTurn(byShard.keySet().iterator().next(), items, weigher, call);
    }
    Object[] answers = new Object[items.size()];
    CompletionStage<List<O>> all = Stages.done(List.of());
    for (Map.Entry<ShardId, List<Integer>> part : byShard.entrySet()) {
      List<I> own = part.getValue().stream().map(items::get).toList();
      CompletionStage<List<O>> answer = inTurn(part.getKey(), own, weigher, call);
      all = all.thenCombine(answer, (before, some) -> put(answers, part.getValue(), some));
    }
    return all.thenApply(last -> together(answers));
  }

  private static <O> List<O> put(Object[] answers, List<Integer> places, List<O> some) {
    for (int i = 0; i < places.size(); i++) {
      answers[places.get(i)] = some.get(i);
    }
    return some;
  }

  @SuppressWarnings("unchecked") // each place was filled with an O
  private static <O> List<O> together(Object[] answers) {
    return (List<O>) Arrays.asList(answers);
  }

  private static <I, O> CompletionStage<List<O>> inTurn(
      ShardId shard, List<I> items, ToLongFunction<I> weigher, Call<I, O> call) {
    List<List<I>> pieces = cut(items, weigher);
    return pieces.size() == 1
        ? call.of(shard, items)
        : Stages.inTurn(pieces, piece -> call.of(shard, piece)).thenApply(Pieces::flat);
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

  private static <O> List<O> flat(List<List<O>> answers) {
    List<O> all = new ArrayList<>();
    answers.forEach(all::addAll);
    return all;
  }

  /** Does one piece on its shard; answers item by item. */
  @FunctionalInterface
  interface Call<I, O> {
    CompletionStage<List<O>> of(ShardId shard, List<I> piece);
  }
}
