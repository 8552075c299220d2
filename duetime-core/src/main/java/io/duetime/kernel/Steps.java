package io.duetime.kernel;

import io.duetime.Durability;
import io.duetime.engine.support.Calls;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/**
 * Cuts a call of many items into steps, each begun when the one before is done, so that other calls
 * have their turn in between. The items keep their order.
 */
final class Steps {
  private static final int MOST_ITEMS = 1_000;
  private static final long MOST_BYTES = 1L << 20;

  /** Enough for a table to save ways to the disk, few enough to be kept on the heap meanwhile. */
  private static final int PREFETCHED = 256;

  private Steps() {}

  @FunctionalInterface
  interface Step<A, B> {
    /** Answers each of the items, once it is as durable as said. */
    CompletionStage<List<B>> of(List<A> items, Durability durability);
  }

  /** Does all items, of which some may be large. */
  static <A, B> CompletionStage<List<B>> each(
      List<A> items, ToLongFunction<? super A> bytes, Durability durability, Step<A, B> step) {
    List<List<A>> parts = cut(items, bytes);
    return parts.size() == 1
        ? step.of(items, durability)
        : new Walk<>(parts.iterator(), durability, step, new ArrayList<B>(items.size())).go();
  }

  /** Does all items, of which none is large. */
  static <A, B> CompletionStage<List<B>> each(
      List<A> items, Durability durability, Step<A, B> step) {
    return each(items, item -> 0, durability, step);
  }

  /** Answers item by item; the queue is told which ids come, some at a time. */
  static <A, B> List<B> prefetched(
      QueueKernel queue,
      List<A> items,
      Function<? super A, String> id,
      Function<? super A, ? extends B> one) {
    List<B> results = new ArrayList<>(items.size());
    for (int from = 0; from < items.size(); from += PREFETCHED) {
      List<A> some = items.subList(from, Math.min(from + PREFETCHED, items.size()));
      if (some.size() > 1) {
        queue.state.table().expect(Calls.each(some, id));
      }
      for (A item : some) {
        results.add(one.apply(item));
      }
    }
    return results;
  }

  private static <A> List<List<A>> cut(List<A> items, ToLongFunction<? super A> bytes) {
    List<List<A>> parts = new ArrayList<>();
    int from = 0;
    long size = 0;
    for (int i = 0; i < items.size(); i++) {
      size += bytes.applyAsLong(items.get(i));
      if (i + 1 - from == MOST_ITEMS || size >= MOST_BYTES || i + 1 == items.size()) {
        parts.add(items.subList(from, i + 1));
        from = i + 1;
        size = 0;
      }
    }
    return parts.isEmpty() ? List.of(items) : parts;
  }

  private record Walk<A, B>(
      Iterator<List<A>> parts, Durability durability, Step<A, B> step, List<B> answers) {
    // Writes keep their order on the way to the disk: with the last step all steps are durable.
    CompletionStage<List<B>> go() {
      while (parts.hasNext()) {
        List<A> part = parts.next();
        CompletableFuture<List<B>> some =
            step.of(part, parts.hasNext() ? Durability.NONE : durability).toCompletableFuture();
        if (!some.isDone() || some.isCompletedExceptionally()) {
          return some.thenCompose(this::nextStep);
        }
        answers.addAll(some.join());
      }
      return CompletableFuture.completedStage(answers);
    }

    private CompletionStage<List<B>> nextStep(List<B> some) {
      answers.addAll(some);
      return go();
    }
  }
}
