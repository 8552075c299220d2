package io.duetime.runtime.call;

import io.duetime.DuetimeException;
import io.duetime.OutcomeUnknownException;
import io.duetime.async.Pauses;
import io.duetime.async.Stages;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiPredicate;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Repeats calls that failed, after growing pauses. */
public record Repeater(ClientContext context) {
  private static final int MAX_TIMES = 5;
  private static final Duration FIRST_PAUSE = Duration.ofMillis(50);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);
  // After this time the caller is answered that the outcome is unknown.
  private static final Duration LONGEST = Duration.ofSeconds(5);

  /**
   * Answers a call, and repeats it if its answer was lost, as long as that is harmless and the
   * caller has not waited too long. After that the outcome is unknown.
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
    AtomicInteger times = new AtomicInteger();
    return repeat(
        first,
        () -> harmless.getAsBoolean() ? send.get() : CompletableFuture.failedFuture(harmful()),
        LONGEST_PAUSE,
        (failure, pause) ->
            failure instanceof OutcomeUnknownException
                && times.incrementAndGet() < MAX_TIMES
                && context.time().nanoTime() - sentNanos < LONGEST.toNanos()
                && harmless.getAsBoolean());
  }

  private static OutcomeUnknownException harmful() {
    return new OutcomeUnknownException(
        "the answer was lost, and repeating the call could run the job twice", null);
  }

  /**
   * Answers a call, and repeats it while a rule allows that.
   *
   * @param first the call, which has just been made
   * @param send makes the same call again
   * @param longest the longest pause
   * @param again is asked with the failure and the pause that would follow
   */
  public <T> CompletableFuture<T> repeat(
      CompletableFuture<T> first,
      Supplier<CompletableFuture<T>> send,
      Duration longest,
      BiPredicate<DuetimeException, Duration> again) {
    CompletableFuture<T> answer = new CompletableFuture<>();
    Pauses pauses = new Pauses(context.random(), FIRST_PAUSE, longest);
    follow(first, new Repetition<>(send, again, pauses, answer));
    return answer;
  }

  private <T> void follow(CompletableFuture<T> sent, Repetition<T> repetition) {
    Stages.whenDone(
        sent,
        (value, failure) -> {
          Duration pause = failure == null ? Duration.ZERO : repetition.pauses.next();
          if (failure != null && repetition.again.test(failure, pause)) {
            context.time().after(pause, () -> follow(repetition.send.get(), repetition));
          } else {
            Stages.copy(repetition.answer, value, failure);
          }
        });
  }

  private record Repetition<T>(
      Supplier<CompletableFuture<T>> send,
      BiPredicate<DuetimeException, Duration> again,
      Pauses pauses,
      CompletableFuture<T> answer) {}
}
