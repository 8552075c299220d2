package io.duetime.internal.async;

import io.duetime.DuetimeException;
import io.duetime.ErrorCode;
import io.duetime.InvalidRequestException;
import io.duetime.OutcomeUnknownException;
import io.duetime.RetryableException;
import io.duetime.StoreFailureException;
import io.duetime.TimeSource;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** Waits for asynchronous calls on behalf of blocking ones. */
public final class Waits {
  private final TimeSource time;

  /** Waits on the threads of callers, as a time source provides. */
  public Waits(TimeSource time) {
    this.time = time;
  }

  /** The value, or the failure as if it had been thrown by the calling thread. */
  public <T> T get(CompletableFuture<T> future) {
    return get(future, Waits::unknown);
  }

  /** The same for a call that releases what it claimed when its future is cancelled. */
  public <T> T getOrRelease(CompletableFuture<T> future) {
    return get(future, Waits::released);
  }

  private <T> T get(
      CompletableFuture<T> future, Function<InterruptedException, DuetimeException> ended) {
    if (!future.isDone()) {
      await(future, ended);
    }
    try {
      return future.join();
    } catch (java.util.concurrent.CompletionException
        | java.util.concurrent.CancellationException failed) {
      throw thrownHere(Stages.failure(failed));
    }
  }

  private <T> void await(
      CompletableFuture<T> future, Function<InterruptedException, DuetimeException> ended) {
    try {
      time.await(future);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      // Ends what can be ended, such as waiting for a job; a write under way is not undone by it.
      if (future.cancel(true)) {
        throw ended.apply(interrupted);
      }
    }
  }

  private static DuetimeException unknown(InterruptedException interrupted) {
    return new OutcomeUnknownException(
        "interrupted while waiting for the answer; the call may take effect all the same",
        interrupted);
  }

  private static DuetimeException released(InterruptedException interrupted) {
    return new RetryableException(
        ErrorCode.INTERRUPTED,
        "interrupted while waiting for jobs; what was claimed meanwhile goes back",
        interrupted);
  }

  /** A copy with the stack of this thread; the original, whose stack says where it arose, below. */
  private static DuetimeException thrownHere(DuetimeException original) {
    String message = String.valueOf(original.getMessage());
    return switch (Kind.of(original)) {
      case INVALID -> new InvalidRequestException((InvalidRequestException) original);
      case RETRYABLE -> new RetryableException(original.code(), message, original);
      case UNKNOWN -> new OutcomeUnknownException(message, original);
      case FAILURE -> new StoreFailureException(original.code(), message, original);
    };
  }

  private enum Kind {
    INVALID,
    RETRYABLE,
    UNKNOWN,
    FAILURE;

    static Kind of(DuetimeException exception) {
      if (exception instanceof InvalidRequestException) {
        return INVALID;
      }
      if (exception instanceof RetryableException) {
        return RETRYABLE;
      }
      return exception instanceof OutcomeUnknownException ? UNKNOWN : FAILURE;
    }
  }
}
