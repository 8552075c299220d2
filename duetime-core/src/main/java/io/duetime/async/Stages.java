package io.duetime.async;

import io.duetime.DuetimeException;
import io.duetime.ErrorCode;
import io.duetime.StoreFailureException;
import java.util.ArrayList;
import java.util.Collections;
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

/** Combines completion stages, and translates their failures for callers of the library. */
public final class Stages {
  private static final Logger LOG = LoggerFactory.getLogger(Stages.class);

  /** The most calls that {@link #each} has under way at once. */
  private static final int AT_ONCE = 64;

  private Stages() {}

  public static <T> CompletionStage<T> done(T value) {
    return CompletableFuture.completedFuture(value);
  }

  /** Calls, and turns an exception that the call throws into a failed future. */
  public static <T> CompletableFuture<T> call(Supplier<? extends CompletionStage<T>> call) {
    try {
      return call.get().toCompletableFuture();
    } catch (RuntimeException | Error failure) {
      return CompletableFuture.failedFuture(failure);
    }
  }

  /** Calls for each item, 64 at a time, and answers in the order of the items. */
  public static <I, O> CompletableFuture<List<O>> each(
      List<I> items, Function<? super I, ? extends CompletionStage<O>> call) {
    List<O> answers = new ArrayList<>(items.size());
    CompletableFuture<Void> done = CompletableFuture.completedFuture(null);
    for (int i = 0; i < items.size(); i += AT_ONCE) {
      List<I> some = items.subList(i, Math.min(i + AT_ONCE, items.size()));
      done = done.thenCompose(before -> callEach(some, call)).thenAccept(answers::addAll);
    }
    return done.thenApply(all -> List.copyOf(answers));
  }

  private static <I, O> CompletableFuture<List<O>> callEach(
      List<I> items, Function<? super I, ? extends CompletionStage<O>> call) {
    return together(items.stream().map(item -> call(() -> call.apply(item))).toList());
  }

  /** Calls for each item after the call before it has succeeded, and answers in this order. */
  public static <I, O> CompletionStage<List<O>> inTurn(
      List<I> items, Function<? super I, ? extends CompletionStage<O>> call) {
    List<O> answers = new ArrayList<>(items.size());
    CompletionStage<?> all = done(answers);
    for (I item : items) {
      all = all.thenCompose(before -> call.apply(item).thenAccept(answers::add));
    }
    return all.thenApply(last -> answers);
  }

  /**
   * Waits for all stages and answers their values in order. Fails when one has failed, after all
   * have ended.
   */
  public static <T> CompletableFuture<List<T>> together(List<? extends CompletionStage<T>> stages) {
    if (stages.size() == 1) {
      return stages.get(0).thenApply(Collections::singletonList).toCompletableFuture();
    }
    List<CompletableFuture<T>> calls =
        stages.stream().map(CompletionStage::toCompletableFuture).toList();
    return CompletableFuture.allOf(calls.toArray(CompletableFuture[]::new))
        .thenApply(all -> calls.stream().map(CompletableFuture::join).toList());
  }

  /** Receives the outcome of one item: its answer, or the failure. */
  @FunctionalInterface
  public interface Receiver<I, O extends @Nullable Object> {
    /** Receives the answer to an item, or why there is none. */
    void receive(I item, @Nullable O answer, @Nullable Throwable failure);
  }

  /**
   * Passes the outcome of each stage, with its item, to a receiver. Completes when all stages have
   * completed; fails only when the receiver throws.
   */
  public static <I, O extends @Nullable Object> CompletionStage<?> receiveAll(
      List<I> items, List<? extends CompletionStage<O>> stages, Receiver<I, O> receiver) {
    CompletableFuture<?>[] all = new CompletableFuture<?>[items.size()];
    for (int i = 0; i < all.length; i++) {
      I item = items.get(i);
      all[i] =
          stages
              .get(i)
              .handle((answer, failure) -> {
                receiver.receive(item, answer, failure);
                return true;
              })
              .toCompletableFuture();
    }
    return CompletableFuture.allOf(all);
  }

  /** Runs an action when a stage has completed, for callers that need no stage after it. */
  public static <T extends @Nullable Object> void onCompletion(
      CompletionStage<T> stage,
      BiConsumer<? super @Nullable T, ? super @Nullable Throwable> action) {
    stage.whenComplete(action);
  }

  /** Unwraps what failed from the wrappers that futures add. */
  public static Throwable cause(Throwable failure) {
    Throwable cause = failure;
    while ((cause instanceof CompletionException || cause instanceof ExecutionException)
        && cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause;
  }

  /** Translates a failure into the exception that callers see, never a driver's or a wrapper. */
  static DuetimeException failure(Throwable failure) {
    Throwable cause = cause(failure);
    if (cause instanceof DuetimeException known) {
      return known;
    }
    return new StoreFailureException(
        ErrorCode.INTERNAL, "a fault in this library or in its engine: " + cause, cause);
  }

  /** Passes the value, or else the translated failure; logs what the action throws. */
  public static <T> void whenDone(
      CompletionStage<T> stage, BiConsumer<@Nullable T, @Nullable DuetimeException> then) {
    stage.whenComplete((value, failure) -> {
      try {
        then.accept(value, failure == null ? null : failure(failure));
      } catch (RuntimeException | Error fault) {
        LOG.error("A fault in this library; its other work continues", fault);
      }
    });
  }

  /** Passes the value to one consumer, or else the translated failure to the other. */
  public static <T> void whenAnswered(
      CompletionStage<T> stage, Consumer<T> then, Consumer<DuetimeException> otherwise) {
    whenDone(
        stage,
        (value, failure) -> {
          if (value != null) {
            then.accept(value);
          } else {
            otherwise.accept(
                failure == null ? failure(new IllegalStateException("null")) : failure);
          }
        });
  }

  /** Returns a stage, of whose value a consumer is told; it is not told of a failure. */
  public static <T> CompletionStage<T> noting(CompletionStage<T> stage, Consumer<T> then) {
    whenAnswered(stage, then, failure -> {});
    return stage;
  }

  /** Returns a future with the same outcome, its failure translated. */
  public static <T> CompletableFuture<T> clean(CompletionStage<T> stage) {
    CompletableFuture<T> clean = new CompletableFuture<>();
    whenDone(stage, (value, failure) -> copy(clean, value, failure));
    return clean;
  }

  /** Completes a future with a value, or else with a failure. */
  public static <T> void copy(
      CompletableFuture<T> to, @Nullable T value, @Nullable DuetimeException failure) {
    if (failure == null) {
      to.complete(value);
    } else {
      to.completeExceptionally(failure);
    }
  }
}
