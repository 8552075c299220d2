package io.duetime.engine.support;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

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

  /**
   * Makes a call about the sound items of a batch. Each item is answered by itself, in its place.
   *
   * @param unsound the answer to an item that cannot be passed on, or null for a sound one
   * @param call answers the sound items, if there are any
   */
  public static <A, B> CompletionStage<List<B>> sound(
      List<? extends A> items,
      Function<? super @Nullable A, ? extends @Nullable B> unsound,
      Function<List<A>, CompletionStage<List<B>>> call) {
    List<@Nullable B> answers = new ArrayList<>(items.size());
    List<A> sound = new ArrayList<>(items.size());
    for (A item : items) {
      B answer = unsound.apply(item);
      answers.add(answer);
      if (answer == null) {
        sound.add(item);
      }
    }
    CompletionStage<List<B>> some =
        sound.isEmpty() ? CompletableFuture.completedStage(List.of()) : call.apply(sound);
    return sound.size() == answers.size()
        ? some
        : some.thenApply(others -> filled(answers, others));
  }

  private static <B> List<B> filled(List<@Nullable B> answers, List<B> others) {
    List<B> all = new ArrayList<>(answers.size());
    Iterator<B> next = others.iterator();
    for (B answer : answers) {
      all.add(answer == null ? next.next() : answer);
    }
    return all;
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
