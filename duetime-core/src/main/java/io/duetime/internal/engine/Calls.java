package io.duetime.internal.engine;

import io.duetime.InvalidRequestException;
import io.duetime.Limits;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;

/** What the calls of an engine have in common. */
public final class Calls {
  private Calls() {}

  /**
   * Makes a call; one that is refused fails like one that was made: its caller looks in one place.
   */
  public static <T> CompletionStage<T> checked(Supplier<CompletionStage<T>> call) {
    try {
      return call.get();
    } catch (RuntimeException refused) {
      return CompletableFuture.failedStage(refused);
    }
  }

  /** Refuses a batch of too many items. */
  static void batch(String field, List<?> items) {
    if (items.size() > Limits.MAX_BATCH) {
      throw new InvalidRequestException(
          field, items.size() + " items", "at most " + Limits.MAX_BATCH);
    }
  }

  /** Answers item by item. */
  public static <A, B> List<B> each(List<A> items, Function<? super A, ? extends B> one) {
    List<B> results = new ArrayList<>(items.size());
    for (A item : items) {
      results.add(one.apply(item));
    }
    return results;
  }
}
