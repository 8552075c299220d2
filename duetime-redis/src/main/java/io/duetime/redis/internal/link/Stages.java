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
public final class Stages {
  private Stages() {}

  /** What comes after a stage, when nothing comes after that. */
  static <T extends @Nullable Object> void whenDone(
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
