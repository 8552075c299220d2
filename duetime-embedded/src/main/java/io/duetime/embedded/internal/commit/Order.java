package io.duetime.embedded.internal.commit;

import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Something to be done by the committer, and its answer. */
final class Order<T> {
  private final Supplier<T> work;
  private final CompletableFuture<T> answer = new CompletableFuture<>();
  private boolean synced;
  private @Nullable T result;
  private @Nullable Throwable failure;

  Order(Supplier<T> work, boolean synced) {
    this.work = work;
    this.synced = synced;
  }

  CompletableFuture<T> answer() {
    return answer;
  }

  /** Whether the answer has to wait until the work is on stable storage. */
  boolean isSynced() {
    return synced;
  }

  void demandSync() {
    synced = true;
  }

  /** Does the work, perhaps once more, and keeps what came of it to itself. */
  void work() {
    result = null;
    failure = null;
    try {
      result = work.get();
    } catch (RuntimeException | Error thrown) {
      failure = thrown;
    }
  }

  /** What came of the work is that it cannot be done. */
  void refuse(Throwable why) {
    failure = why;
  }

  @Nullable Throwable failure() {
    return failure;
  }

  /** Answers with what came of the work. */
  @SuppressWarnings("NullAway") // what the work gave is what the caller asked for, null included
  void answerIt() {
    if (failure == null) {
      answer.complete(result);
    } else {
      answer.completeExceptionally(failure);
    }
  }

  /** Answers that it cannot be done. */
  void fail(Throwable why) {
    answer.completeExceptionally(why);
  }
}
