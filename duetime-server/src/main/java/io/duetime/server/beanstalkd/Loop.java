package io.duetime.server.beanstalkd;

import io.duetime.internal.async.Stages;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** The event loop that runs all commands. */
final class Loop implements Executor {
  private final Context context;

  Loop(Vertx vertx) {
    this.context = vertx.getOrCreateContext();
  }

  @Override
  public void execute(Runnable task) {
    context.runOnContext(now -> task.run());
  }

  /**
   * Returns the outcome of a stage as a future that completes on the loop. May be called on the
   * loop only: an answer that exists is passed on without a turn of the loop.
   */
  <T> CompletableFuture<T> here(CompletionStage<T> stage) {
    CompletableFuture<T> known = stage.toCompletableFuture();
    if (known.isDone()) {
      return known;
    }
    CompletableFuture<T> here = new CompletableFuture<>();
    Stages.onCompletion(known, (value, failure) -> execute(() -> complete(here, value, failure)));
    return here;
  }

  private static <T> void complete(
      CompletableFuture<T> to, @Nullable T value, @Nullable Throwable failure) {
    if (failure == null) {
      to.complete(value);
    } else {
      to.completeExceptionally(failure);
    }
  }
}
