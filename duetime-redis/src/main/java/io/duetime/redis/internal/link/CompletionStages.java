package io.duetime.redis.internal.link;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Puts stages together. */
public final class CompletionStages {
  private CompletionStages() {}

  /** What comes after a stage, when nothing comes after that. */
  public static <T extends @Nullable Object> void whenDone(
      CompletionStage<T> stage, BiConsumer<? super @Nullable T, ? super @Nullable Throwable> next) {
    stage.whenComplete(next);
  }

  /** What really failed. */
  public static Throwable cause(Throwable failure) {
    Throwable cause = failure;
    while (cause instanceof CompletionException && cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause;
  }

  /** A stage that has completed. */
  public static <T> CompletionStage<T> done(T value) {
    return CompletableFuture.completedStage(value);
  }

  /** What all of some stages have answered. */
  public static <T> CompletionStage<List<T>> together(List<CompletionStage<T>> stages) {
    return inTurn(stages, stage -> stage);
  }

  /** Hears what an item was answered, or why it was not. */
  @FunctionalInterface
  public interface Hearing<I, O extends @Nullable Object> {
    /** Hears one. */
    void hear(I item, @Nullable O answer, @Nullable Throwable failure);
  }

  /** Hears the answer to each item; completes, never with a failure, when all have been heard. */
  public static <I, O extends @Nullable Object> CompletionStage<?> all(
      List<I> items, List<CompletionStage<O>> answers, Hearing<I, O> hearing) {
    CompletableFuture<?>[] all = new CompletableFuture<?>[items.size()];
    for (int i = 0; i < all.length; i++) {
      I item = items.get(i);
      all[i] =
          answers
              .get(i)
              .handle((answer, failure) -> {
                hearing.hear(item, answer, failure);
                return true;
              })
              .toCompletableFuture();
    }
    return CompletableFuture.allOf(all);
  }

  /** Does one thing after the other, and answers all that they answered. */
  public static <I, O> CompletionStage<List<O>> inTurn(
      List<I> items, Function<I, CompletionStage<O>> one) {
    List<O> answers = new ArrayList<>(items.size());
    CompletionStage<?> all = done(answers);
    for (I item : items) {
      all = all.thenCompose(before -> one.apply(item).thenAccept(answers::add));
    }
    return all.thenApply(last -> answers);
  }
}
