package io.duetime.internal.client.work;

import io.duetime.WorkerSettings;
import io.duetime.WorkerSettings.HandlerThreads;
import io.duetime.internal.time.Threads;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import org.jspecify.annotations.Nullable;

/**
 * Where a worker's handlers run.
 *
 * @param executor runs them
 * @param own the same when it belongs to the worker and ends with it, otherwise null
 */
record HandlerPool(Executor executor, @Nullable ExecutorService own) {
  /** Threads of the worker's own, made as they are needed. */
  static HandlerPool of(String workerName, WorkerSettings settings) {
    String threads = "duetime-" + workerName;
    Optional<ExecutorService> virtual =
        settings.threads() == HandlerThreads.PLATFORM ? Optional.empty() : Threads.virtual(threads);
    ExecutorService own = virtual.orElseGet(() -> Threads.pool(threads, settings.concurrency()));
    return new HandlerPool(own, own);
  }

  /** Threads of somebody else's. */
  static HandlerPool shared(Executor executor) {
    return new HandlerPool(executor, null);
  }

  /** Ends threads of the worker's own once they have nothing to do. */
  void close() {
    if (own != null) {
      own.shutdown();
    }
  }
}
