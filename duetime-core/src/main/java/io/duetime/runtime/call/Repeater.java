package io.duetime.runtime.call;

import io.duetime.DuetimeException;
import io.duetime.OutcomeUnknownException;
import io.duetime.async.Pauses;
import io.duetime.async.Stages;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Repeats a call whose answer was lost, as long as that is harmless and the caller has not waited
 * too long. After that the outcome is unknown.
 */
final class Repeater {
  private static final int MAX_TIMES = 5;
  private static final Duration FIRST_PAUSE = Duration.ofMillis(50);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);
  // After this time the caller is answered that the outcome is unknown.
  private static final Duration LONGEST = Duration.ofSeconds(5);

  private final ClientContext context;

  Repeater(ClientContext context) {
    this.context = context;
  }

  /**
   * Answers a call, and repeats it if necessary.
   *
   * @param first the call, which has just been made
   * @param send makes the same call again, each time with the same nonce
   * @param harmless is asked before each repetition
   */
  <T> CompletableFuture<T> orAgain(
      CompletableFuture<T> first, Supplier<CompletableFuture<T>> send, BooleanSupplier harmless) {
    if (first.isDone() && !first.isCompletedExceptionally()) {
      return first;
    }
    long sentNanos = context.time().nanoTime();
    CompletableFuture<T> answer = new CompletableFuture<>();
    Pauses pauses = new Pauses(context.random(), FIRST_PAUSE, LONGEST_PAUSE);
    Attempt<T> attempt = new Attempt<>(send, harmless, answer, pauses, sentNanos);
    Stages.whenDone(first, (value, failure) -> judge(attempt, 1, value, failure));
    return answer;
  }

  private <T> void judge(
      Attempt<T> attempt, int times, @Nullable T value, @Nullable DuetimeException failure) {
    boolean repeat =
        failure instanceof OutcomeUnknownException
            && times < MAX_TIMES
            && context.time().nanoTime() - attempt.sentNanos < LONGEST.toNanos()
            && attempt.harmless.getAsBoolean();
    if (!repeat) {
      Stages.copy(attempt.answer, value, failure);
      return;
    }
    context.time().after(attempt.pauses.next(), () -> again(attempt, times + 1));
  }

  private <T> void again(Attempt<T> attempt, int times) {
    if (!attempt.harmless.getAsBoolean()) {
      attempt.answer.completeExceptionally(
          new OutcomeUnknownException(
              "the answer was lost, and repeating the call could run the job twice", null));
      return;
    }
    Stages.whenDone(attempt.send.get(), (value, failure) -> judge(attempt, times, value, failure));
  }

  private record Attempt<T>(
      Supplier<CompletableFuture<T>> send,
      BooleanSupplier harmless,
      CompletableFuture<T> answer,
      Pauses pauses,
      long sentNanos) {}
}
