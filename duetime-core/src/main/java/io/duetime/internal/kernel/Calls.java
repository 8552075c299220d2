package io.duetime.internal.kernel;

import io.duetime.InvalidRequestException;
import io.duetime.Limits;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;

/** What the calls of an engine have in common. */
final class Calls {
  /** Enough for a table to save ways to the disk, few enough to be kept on the heap meanwhile. */
  private static final int TOLD_AHEAD = 256;

  private Calls() {}

  // A call that cannot be made fails like one that was: its caller looks in one place.
  static <T> CompletionStage<T> checked(Supplier<CompletionStage<T>> call) {
    try {
      return call.get();
    } catch (InvalidRequestException refused) {
      return CompletableFuture.failedStage(refused);
    }
  }

  static void batch(String field, List<?> items) {
    if (items.size() > Limits.MAX_BATCH) {
      throw new InvalidRequestException(
          field, items.size() + " items", "at most " + Limits.MAX_BATCH);
    }
  }

  static <A, B> List<B> each(List<A> items, Function<? super A, ? extends B> one) {
    List<B> results = new ArrayList<>(items.size());
    for (A item : items) {
      results.add(one.apply(item));
    }
    return results;
  }

  /** The same for items with an id: the queue is told which ones come, some at a time. */
  static <A, B> List<B> each(
      QueueKernel queue,
      List<A> items,
      Function<? super A, String> id,
      Function<? super A, ? extends B> one) {
    List<B> results = new ArrayList<>(items.size());
    for (int from = 0; from < items.size(); from += TOLD_AHEAD) {
      List<A> some = items.subList(from, Math.min(from + TOLD_AHEAD, items.size()));
      if (some.size() > 1) {
        queue.expect(each(some, id));
      }
      some.forEach(item -> results.add(one.apply(item)));
    }
    return results;
  }
}
