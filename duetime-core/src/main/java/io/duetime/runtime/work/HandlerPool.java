package io.duetime.runtime.work;

import io.duetime.WorkerSettings;
import io.duetime.WorkerSettings.HandlerThreads;
import io.duetime.time.Threads;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ThreadPoolExecutor;
import org.jspecify.annotations.Nullable;

/**
 * The executor of a worker's handlers.
 *
 * @param executor runs them
 * @param own the same executor if it belongs to the worker and is closed with it, otherwise null
 */
record HandlerPool(Executor executor, @Nullable ExecutorService own) {
  /** Creates threads of the worker's own, as they are needed. */
  static HandlerPool of(String workerName, WorkerSettings settings) {
    String threads = "duetime-" + workerName;
    Optional<ExecutorService> virtual =
        settings.threads() == HandlerThreads.PLATFORM ? Optional.empty() : Threads.virtual(threads);
    ExecutorService own = virtual.orElseGet(() -> Threads.pool(threads, settings.concurrency()));
    return new HandlerPool(own, own);
  }

  /** Creates a thread of the worker's own that begins all jobs. */
  static HandlerPool ofOneThread(String workerName) {
    ExecutorService own = Threads.pool("duetime-" + workerName, 1);
    return new HandlerPool(own, own);
  }

  /** Uses an executor that the worker does not close. */
  static HandlerPool shared(Executor executor) {
    return new HandlerPool(executor, null);
  }

  /** Lets so many more threads run, or fewer, if the worker has a pool of its own. */
  void addThreads(int more) {
    if (own instanceof ThreadPoolExecutor pool) {
      synchronized (pool) {
        int size = pool.getCorePoolSize() + more;
        // The core is never larger than the maximum. It may be 0 when a thread ends before it
        // counts.
        pool.setMaximumPoolSize(Math.max(size, pool.getMaximumPoolSize()));
        pool.setCorePoolSize(size);
        pool.setMaximumPoolSize(Math.max(1, size));
      }
    }
  }

  /** Ends the worker's own threads when they have nothing to do. */
  void close() {
    if (own != null) {
      own.shutdown();
    }
  }
}
