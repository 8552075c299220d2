package io.duetime.internal.client.async;

import io.duetime.DuetimeException;
import io.duetime.ErrorCode;
import io.duetime.StoreFailureException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Small things about stages that every call needs. */
public final class Stages {
  private static final Logger LOG = LoggerFactory.getLogger(Stages.class);

  /** Calls to the store that are under way at once for one call of a caller. */
  private static final int AT_ONCE = 64;

  private Stages() {}

  /** Calls, and turns what is thrown on the spot into a failed future. */
  public static <T> CompletableFuture<T> call(Supplier<? extends CompletionStage<T>> call) {
    try {
      return call.get().toCompletableFuture();
    } catch (RuntimeException | Error failure) {
      return CompletableFuture.failedFuture(failure);
    }
  }

  /** Asks for each item, {@link #AT_ONCE} at a time, and answers in the order of the items. */
  public static <I, O> CompletableFuture<List<O>> each(
      List<I> items, Function<I, CompletableFuture<O>> call) {
    List<O> answers = new ArrayList<>(items.size());
    CompletableFuture<Void> done = CompletableFuture.completedFuture(null);
    for (int i = 0; i < items.size(); i += AT_ONCE) {
      List<I> some = items.subList(i, Math.min(i + AT_ONCE, items.size()));
      done =
          done.thenCompose(before -> together(some, call)).thenAccept(part -> answers.addAll(part));
    }
    return done.thenApply(all -> List.copyOf(answers));
  }

  private static <I, O> CompletableFuture<List<O>> together(
      List<I> items, Function<I, CompletableFuture<O>> call) {
    List<CompletableFuture<O>> calls =
        items.stream().map(item -> call(() -> call.apply(item))).toList();
    return CompletableFuture.allOf(calls.toArray(CompletableFuture[]::new))
        .thenApply(all -> calls.stream().map(CompletableFuture::join).toList());
  }

  /** The exception that callers are to see: never a driver's, never a wrapper. */
  static DuetimeException cause(Throwable failure) {
    Throwable cause = failure;
    while ((cause instanceof CompletionException || cause instanceof ExecutionException)
        && cause.getCause() != null) {
      cause = cause.getCause();
    }
    if (cause instanceof DuetimeException known) {
      return known;
    }
    return new StoreFailureException(
        ErrorCode.INTERNAL, "a fault in this library or in its engine: " + cause, cause);
  }

  /** Does something with the value, or else with the failure as callers are to see it. */
  public static <T> void whenDone(
      CompletionStage<T> stage, BiConsumer<@Nullable T, @Nullable DuetimeException> then) {
    stage.whenComplete((value, failure) -> {
      try {
        then.accept(value, failure == null ? null : cause(failure));
      } catch (RuntimeException | Error fault) {
        LOG.error("A fault in this library; whatever else was to be done goes on", fault);
      }
    });
  }

  /** Does something with the value of a stage that always has one, or else with the failure. */
  public static <T> void whenAnswered(
      CompletionStage<T> stage, Consumer<T> then, Consumer<DuetimeException> otherwise) {
    whenDone(
        stage,
        (value, failure) -> {
          if (value != null) {
            then.accept(value);
          } else {
            otherwise.accept(failure == null ? cause(new IllegalStateException("null")) : failure);
          }
        });
  }

  /** The same outcome, failures as callers are to see them. */
  public static <T> CompletableFuture<T> clean(CompletionStage<T> stage) {
    CompletableFuture<T> clean = new CompletableFuture<>();
    whenDone(stage, (value, failure) -> copy(clean, value, failure));
    return clean;
  }

  /** Completes a future like a stage. */
  public static <T> void copy(
      CompletableFuture<T> to, @Nullable T value, @Nullable DuetimeException failure) {
    if (failure == null) {
      to.complete(value);
    } else {
      to.completeExceptionally(failure);
    }
  }
}
