package io.duetime.redis.internal.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Puts stages together. */
final class Stages {
  private Stages() {}

  /** What really failed. */
  static Throwable cause(Throwable failure) {
    Throwable cause = failure;
    while (cause instanceof CompletionException && cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause;
  }

  /** Completes a future as a stage has completed. */
  static <T> void complete(
      CompletableFuture<T> future, @Nullable T value, @Nullable Throwable failure) {
    if (failure != null) {
      future.completeExceptionally(failure);
    } else {
      future.complete(value);
    }
  }

  static <T> CompletionStage<T> done(T value) {
    return CompletableFuture.completedStage(value);
  }

  /** What all of some stages have answered. */
  static <T> CompletionStage<List<T>> together(List<CompletionStage<T>> stages) {
    return inTurn(stages, stage -> stage);
  }

  /** Does one thing after the other, and answers all that they answered. */
  static <I, O> CompletionStage<List<O>> inTurn(
      List<I> items, Function<I, CompletionStage<O>> one) {
    List<O> answers = new ArrayList<>(items.size());
    CompletionStage<List<O>> all = done(answers);
    for (I item : items) {
      all =
          all.thenCompose(before ->
              one.apply(item)
                  .thenApply(answer -> {
                    before.add(answer);
                    return before;
                  }));
    }
    return all;
  }
}
