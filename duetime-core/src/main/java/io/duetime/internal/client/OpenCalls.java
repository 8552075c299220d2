package io.duetime.internal.client;

import io.duetime.DuetimeException;
import io.duetime.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Calls that wait for their answers, and end without them after a time.
 *
 * <p>No call has a timer of its own, which would cost more than most calls: all are looked at four
 * times within the limit, as long as there are any. So a call ends up to a quarter later. Thread
 * safe.
 */
final class OpenCalls {
  private static final int LOOKS = 4;

  private final TimeSource time;
  private final Duration limit;
  private final Set<Call<?>> open = ConcurrentHashMap.newKeySet();
  private final AtomicBoolean looking = new AtomicBoolean();

  OpenCalls(TimeSource time, Duration limit) {
    this.time = time;
    this.limit = limit;
  }

  Duration limit() {
    return limit;
  }

  /**
   * The same outcome, or a failure when it does not come in time.
   *
   * @param late is given a value that comes when the call has ended without it
   */
  <T> CompletableFuture<T> within(
      CompletionStage<T> stage, Supplier<? extends DuetimeException> tooLate, Consumer<T> late) {
    CompletableFuture<T> asked = stage.toCompletableFuture();
    if (asked.isDone()) {
      return asked;
    }
    Call<T> call = new Call<>(new CompletableFuture<>(), tooLate, time.nanoTime());
    open.add(call);
    Stages.whenDone(
        asked,
        (value, failure) -> {
          open.remove(call);
          if (failure != null) {
            call.answer.completeExceptionally(failure);
          } else if (!call.answer.complete(value)) {
            late.accept(value);
          }
        });
    lookLater();
    return call.answer;
  }

  private void lookLater() {
    if (!looking.get() && looking.compareAndSet(false, true)) {
      time.after(limit.dividedBy(LOOKS), this::look);
    }
  }

  private void look() {
    looking.set(false);
    long now = time.nanoTime();
    List<Call<?>> late = new ArrayList<>(open);
    late.removeIf(call -> now - call.sentNanos < limit.toNanos());
    late.forEach(this::giveUp);
    // Whoever came in between has seen either that somebody looks, or that nobody does.
    if (!open.isEmpty()) {
      lookLater();
    }
  }

  private void giveUp(Call<?> call) {
    if (open.remove(call)) {
      call.answer.completeExceptionally(call.tooLate.get());
    }
  }

  // Compared by identity.
  private static final class Call<T> {
    final CompletableFuture<T> answer;
    final Supplier<? extends DuetimeException> tooLate;
    final long sentNanos;

    Call(
        CompletableFuture<T> answer, Supplier<? extends DuetimeException> tooLate, long sentNanos) {
      this.answer = answer;
      this.tooLate = tooLate;
      this.sentNanos = sentNanos;
    }
  }
}
