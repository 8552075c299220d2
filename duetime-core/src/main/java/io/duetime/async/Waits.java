package io.duetime.async;

import io.duetime.DuetimeException;
import io.duetime.ErrorCode;
import io.duetime.OutcomeUnknownException;
import io.duetime.RetryableException;
import io.duetime.TimeSource;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** Waits for asynchronous calls on behalf of blocking ones. */
public record Waits(TimeSource time) {
  /** Waits for this long. */
  public static void pause(TimeSource time, Duration pause) throws InterruptedException {
    CompletableFuture<Void> over = new CompletableFuture<>();
    time.after(pause, () -> over.complete(null));
    time.await(over);
  }

  /** The future of a call that releases what it claimed when it is cancelled. */
  public static final class Releasing<T> extends CompletableFuture<T> {}

  /** Returns the value, or throws a copy of the failure with the stack of the calling thread. */
  public <T> T get(CompletableFuture<T> future) {
    if (!future.isDone()) {
      await(future);
    }
    try {
      return future.join();
    } catch (java.util.concurrent.CompletionException
        | java.util.concurrent.CancellationException failed) {
      // The copy has the stack of this thread; its cause has the original one.
      throw FailureCopier.copy(Stages.failure(failed));
    }
  }

  private <T> void await(CompletableFuture<T> future) {
    try {
      time.await(future);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      // Ends the waiting for a job; a write under way takes effect all the same.
      if (future.cancel(true)) {
        throw future instanceof Releasing ? released(interrupted) : unknown(interrupted);
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
        "interrupted while waiting for jobs; jobs that were claimed meanwhile are released",
        interrupted);
  }
}
