package io.duetime.runtime.call;

import io.duetime.DuetimeException;
import io.duetime.TimeSource;
import io.duetime.async.Stages;
import io.duetime.time.Deadlines;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Ends calls that get no answer in time. Thread safe. */
final class OpenCalls {
  private final Deadlines deadlines;
  private final Duration limit;

  OpenCalls(TimeSource time, Duration limit) {
    this.deadlines = new Deadlines(time);
    this.limit = limit;
  }

  Duration limit() {
    return limit;
  }

  /**
   * Returns the outcome of a call, or a failure if it does not come in time.
   *
   * @param late receives a value that comes after the call has ended
   */
  <T> CompletableFuture<T> within(
      CompletionStage<T> stage, Supplier<? extends DuetimeException> tooLate, Consumer<T> late) {
    CompletableFuture<T> asked = stage.toCompletableFuture();
    if (asked.isDone()) {
      return asked;
    }
    CompletableFuture<T> answer = new CompletableFuture<>();
    Deadlines.Open open = deadlines.open(limit, () -> answer.completeExceptionally(tooLate.get()));
    Stages.whenDone(
        asked,
        (value, failure) -> {
          open.close();
          if (failure != null) {
            answer.completeExceptionally(failure);
          } else if (!answer.complete(value)) {
            late.accept(value);
          }
        });
    return answer;
  }
}
