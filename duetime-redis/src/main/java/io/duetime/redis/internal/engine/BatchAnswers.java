package io.duetime.redis.internal.engine;

import io.duetime.DuetimeException;
import io.duetime.OutcomeUnknownException;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What a batch came to, item by item: an answer, a failure, or nothing yet. A batch is cut into
 * pieces, so that some may have been done when another fails. Each place is written by one call at
 * a time.
 */
final class BatchAnswers<O> {
  private final @Nullable Object[] answers;
  private final @Nullable Throwable[] failures;

  BatchAnswers(int size) {
    this.answers = new Object[size];
    this.failures = new Throwable[size];
  }

  /** Makes the answer to an item that was not done. */
  @FunctionalInterface
  interface Refusal<O> {
    O of(int at, DuetimeException why);
  }

  void answer(int at, O answer) {
    answers[at] = answer;
  }

  /** Notes why an item was not done, whatever was known of it before. */
  void fail(int at, Throwable failure) {
    answers[at] = null;
    failures[at] = Stages.cause(failure);
  }

  /** Fails whatever has neither an answer nor a failure. */
  void failRest(Throwable failure) {
    for (int at = 0; at < answers.length; at++) {
      if (answers[at] == null && failures[at] == null) {
        fail(at, failure);
      }
    }
  }

  @SuppressWarnings("unchecked") // what was put in
  @Nullable O at(int at) {
    return (O) answers[at];
  }

  boolean isFailed(int at) {
    return failures[at] != null;
  }

  /** Fails the places of those items of another batch that failed there. */
  void failAs(BatchAnswers<?> some, List<Integer> places) {
    for (int i = 0; i < places.size(); i++) {
      Throwable failure = some.failures[i];
      if (failure != null) {
        fail(places.get(i), failure);
      }
    }
  }

  /** Takes over what a batch of some of the items came to. */
  void put(List<Integer> places, BatchAnswers<O> some) {
    for (int i = 0; i < places.size(); i++) {
      int at = places.get(i);
      answers[at] = some.answers[i];
      failures[at] = some.failures[i];
    }
  }

  /**
   * All answers, of which none is missing. Where some items failed it depends: what was done of the
   * others makes the outcome unknown; otherwise it is as if nothing had been asked.
   *
   * @param isDone whether an answer says that something may have been changed
   */
  List<O> orThrow(Predicate<O> isDone) {
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

  /** All answers, refusals where items failed; fails where all items did. */
  List<O> orRefused(Refusal<O> refusal) {
    DuetimeException failure = failure();
    if (failure != null && Arrays.stream(answers).allMatch(Objects::isNull)) {
      throw failure;
    }
    for (int at = 0; failure != null && at < answers.length; at++) {
      if (answers[at] == null && failures[at] instanceof DuetimeException why) {
        answers[at] = refusal.of(at, why);
      }
    }
    return all();
  }

  /** Why an item was not done, or null; whatever leaves open whether it was is thrown at once. */
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
