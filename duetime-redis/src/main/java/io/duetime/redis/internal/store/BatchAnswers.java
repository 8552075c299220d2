package io.duetime.redis.internal.store;

import io.duetime.DuetimeException;
import io.duetime.OutcomeUnknownException;
import io.duetime.async.Stages;
import io.duetime.engine.ShardId;
import io.duetime.engine.support.Calls;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The answers to a batch, item by item: an answer, a failure, or nothing yet. Calls to shards are
 * cut into pieces that fit a script, so some items may be done when others fail. Each place is
 * written by one call at a time.
 */
public final class BatchAnswers<O> {
  /** A script of this size keeps other clients of the server waiting for about 1 ms. */
  private static final int MOST_ITEMS = 250;

  private static final long MOST_BYTES = 1 << 20;

  private final @Nullable Object[] answers;
  private final @Nullable Throwable[] failures;
  private final Predicate<O> isDone;

  /**
   * Begins without answers.
   *
   * @param unasked the answer to an item that no shard answers; null if every item needs an answer
   * @param isDone whether an answer is final, and tells that something may have changed
   */
  public BatchAnswers(int size, @Nullable O unasked, Predicate<O> isDone) {
    this.answers = new Object[size];
    this.failures = new Throwable[size];
    this.isDone = isDone;
    Arrays.fill(answers, unasked);
  }

  public void answer(int at, O answer) {
    answers[at] = answer;
  }

  /** Answers the first items of a piece with the rows of a reply; tells how many. */
  public int answer(
      List<Integer> piece, List<ScriptReply> rows, BiFunction<Integer, ScriptReply, O> reader) {
    for (int i = 0; i < rows.size(); i++) {
      answer(piece.get(i), reader.apply(piece.get(i), rows.get(i)));
    }
    return rows.size();
  }

  /** Notes why an item was not done, and discards its answer. */
  public void fail(int at, Throwable failure) {
    answers[at] = null;
    failures[at] = Stages.cause(failure);
  }

  /** The places of those items that have neither failed nor a final answer. */
  public List<Integer> open(IntPredicate isMeant) {
    List<Integer> places = new ArrayList<>(answers.length);
    for (int at = 0; at < answers.length; at++) {
      if (isOpen(at) && isMeant.test(at)) {
        places.add(at);
      }
    }
    return places;
  }

  public boolean isOpen(int at) {
    O answer = at(at);
    return failures[at] == null && (answer == null || !isDone.test(answer));
  }

  @SuppressWarnings("unchecked") // what was put in
  private @Nullable O at(int at) {
    return (O) answers[at];
  }

  /**
   * Asks about some items in pieces. The pieces of a shard are sent one after the other; after a
   * failed piece the rest are not sent. The stage itself never fails.
   *
   * @param call asks a shard about items; answers how many of them, from the first, are processed
   */
  public CompletionStage<BatchAnswers<O>> ask(
      List<Integer> places,
      IntFunction<ShardId> shard,
      ToLongFunction<Integer> weigher,
      BiFunction<ShardId, List<Integer>, CompletionStage<Integer>> call) {
    Map<ShardId, List<Integer>> byShard = new LinkedHashMap<>();
    for (int at : places) {
      byShard.computeIfAbsent(shard.apply(at), any -> new ArrayList<>()).add(at);
    }
    CompletionStage<BatchAnswers<O>> all = Stages.done(this);
    for (Map.Entry<ShardId, List<Integer>> own : byShard.entrySet()) {
      all =
          all.thenCombine(
              send(own.getKey(), own.getValue(), weigher, call), (before, done) -> this);
    }
    return all;
  }

  private CompletionStage<BatchAnswers<O>> send(
      ShardId shard,
      List<Integer> places,
      ToLongFunction<Integer> weigher,
      BiFunction<ShardId, List<Integer>, CompletionStage<Integer>> call) {
    List<Integer> piece = places.subList(0, piece(places, weigher));
    return Calls.checked(() -> call.apply(shard, piece))
        .handle((dealt, failure) -> {
          if (failure != null || dealt == 0) {
            Throwable why =
                failure == null ? new IllegalStateException("a piece was not begun") : failure;
            places.forEach(at -> fail(at, why));
            return Stages.done(this);
          }
          return dealt == places.size()
              ? Stages.done(this)
              : send(shard, places.subList(dealt, places.size()), weigher, call);
        })
        .thenCompose(Function.identity());
  }

  /** How many items, from the first, fit into one piece; at least one. */
  public static <I> int piece(List<I> items, ToLongFunction<I> weigher) {
    long weight = weigher.applyAsLong(items.get(0));
    int count = 1;
    while (count < Math.min(items.size(), MOST_ITEMS)) {
      weight += weigher.applyAsLong(items.get(count));
      if (weight > MOST_BYTES) {
        break;
      }
      count++;
    }
    return count;
  }

  /**
   * All answers. If an item failed, throws: outcome unknown if another item was done, otherwise the
   * failure.
   */
  public List<O> orThrow() {
    DuetimeException failure = failure();
    if (failure == null) {
      return all();
    }
    for (int at = 0; at < answers.length; at++) {
      O answer = at(at);
      if (answer != null && isDone.test(answer)) {
        throw new OutcomeUnknownException(
            "a part was done, another was not: " + failure.getMessage(), failure);
      }
    }
    throw failure;
  }

  /**
   * All answers, with refusals for failed items; throws if all items failed.
   *
   * @param refusal makes the answer to an item that was not done
   */
  public List<O> orRefused(BiFunction<Integer, DuetimeException, O> refusal) {
    DuetimeException failure = failure();
    if (failure != null && Arrays.stream(answers).allMatch(Objects::isNull)) {
      throw failure;
    }
    for (int at = 0; failure != null && at < answers.length; at++) {
      if (answers[at] == null && failures[at] instanceof DuetimeException why) {
        answers[at] = refusal.apply(at, why);
      }
    }
    return all();
  }

  /** Why an item was not done, or null; throws at once if that is unknown. */
  private @Nullable DuetimeException failure() {
    DuetimeException first = null;
    for (Throwable failure : failures) {
      if (failure instanceof OutcomeUnknownException unknown) {
        throw unknown;
      }
      if (failure instanceof DuetimeException notDone) {
        first = first == null ? notDone : first;
      } else if (failure != null) {
        throw failure instanceof RuntimeException fault
            ? fault
            : new IllegalStateException("a batch failed", failure);
      }
    }
    return first;
  }

  @SuppressWarnings("unchecked") // each place was filled with an O
  private List<O> all() {
    return (List<O>) Arrays.asList(answers);
  }
}
