package io.duetime.redis.internal.check;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** Puts stages together. */
final class Stages {
  private Stages() {}

  static <T> CompletionStage<T> done(T value) {
    return CompletableFuture.completedStage(value);
  }

  /** Does one thing after the other, and answers all that they answered. */
  static <I, O> CompletionStage<List<O>> inTurn(
      List<I> items, Function<I, CompletionStage<O>> one) {
    List<O> answers = new ArrayList<>(items.size());
    CompletionStage<?> all = done(answers);
    for (I item : items) {
      all = all.thenCompose(before -> one.apply(item).thenAccept(answers::add));
    }
    return all.thenApply(last -> List.copyOf(answers));
  }
}
