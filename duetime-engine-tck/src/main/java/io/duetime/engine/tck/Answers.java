package io.duetime.engine.tck;

import io.duetime.DuetimeException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Waits for the answers of an engine. */
public final class Answers {
  /** Only a deadlock reaches this. */
  private static final long LIMIT_SECONDS = 120;

  private Answers() {}

  /** The answer, or what the stage failed with. */
  public static <T> T of(CompletionStage<T> stage) {
    try {
      return stage.toCompletableFuture().get(LIMIT_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException failed) {
      throw unwrapped(failed.getCause());
    } catch (TimeoutException stuck) {
      throw new AssertionError("no answer within " + LIMIT_SECONDS + " s", stuck);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted while waiting for an answer", interrupted);
    }
  }

  private static RuntimeException unwrapped(@Nullable Throwable cause) {
    @Nullable Throwable inner = cause;
    while (inner instanceof CompletionException && inner.getCause() != null) {
      inner = inner.getCause();
    }
    if (inner instanceof DuetimeException expected) {
      return expected;
    }
    throw new AssertionError("a stage failed with something that is no DuetimeException", inner);
  }
}
