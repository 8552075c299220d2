package io.duetime.internal.client;

import io.duetime.DuetimeException;
import io.duetime.InvalidRequestException;
import io.duetime.OutcomeUnknownException;
import io.duetime.RetryableException;
import io.duetime.StoreFailureException;
import io.duetime.TimeSource;
import java.util.concurrent.CompletableFuture;

/** Waits for asynchronous calls on behalf of blocking ones. */
final class Waits {
  private final TimeSource time;

  Waits(TimeSource time) {
    this.time = time;
  }

  /** The value, or the failure as if it had been thrown by the calling thread. */
  <T> T get(CompletableFuture<T> future) {
    if (!future.isDone()) {
      await(future);
    }
    try {
      return future.join();
    } catch (java.util.concurrent.CompletionException
        | java.util.concurrent.CancellationException failed) {
      throw thrownHere(Stages.cause(failed));
    }
  }

  private <T> void await(CompletableFuture<T> future) {
    try {
      time.await(future);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      // Ends what can be ended, such as waiting for a job; a write under way is not undone by it.
      future.cancel(true);
      throw new OutcomeUnknownException(
          "interrupted while waiting for the answer; the call may take effect all the same",
          interrupted);
    }
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
