package io.duetime;

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;

/**
 * Builds a {@link Worker}. Each setter changes this builder and returns it.
 *
 * @param <T> the payload
 */
public interface WorkerBuilder<T> {
  /** Changes any of the {@link WorkerSettings}, which document defaults and ranges. */
  WorkerBuilder<T> with(UnaryOperator<WorkerSettings.Builder> change);

  /** See {@link WorkerSettings.Builder#concurrency}. */
  default WorkerBuilder<T> concurrency(int handlers) {
    return with(settings -> settings.concurrency(handlers));
  }

  /** See {@link WorkerSettings.Builder#lease}. */
  default WorkerBuilder<T> lease(Duration lease) {
    return with(settings -> settings.lease(lease));
  }

  /** See {@link WorkerSettings.Builder#maxRunTime}. */
  default WorkerBuilder<T> maxRunTime(Duration limit) {
    return with(settings -> settings.maxRunTime(limit));
  }

  /** See {@link WorkerSettings.Builder#interruptOnCancel}. */
  default WorkerBuilder<T> interruptOnCancel(boolean interrupts) {
    return with(settings -> settings.interruptOnCancel(interrupts));
  }

  /** See {@link WorkerSettings.Builder#abandonAfter}. */
  default WorkerBuilder<T> abandonAfter(Duration limit) {
    return with(settings -> settings.abandonAfter(limit));
  }

  /** See {@link WorkerSettings.Builder#closeLimit}. */
  default WorkerBuilder<T> closeLimit(Duration limit) {
    return with(settings -> settings.closeLimit(limit));
  }

  /** See {@link WorkerSettings.Builder#claimers}. */
  default WorkerBuilder<T> claimers(int claimers) {
    return with(settings -> settings.claimers(claimers));
  }

  /** See {@link WorkerSettings.Builder#name}. */
  default WorkerBuilder<T> name(String name) {
    return with(settings -> settings.name(name));
  }

  /** See {@link WorkerSettings.Builder#daemon}. */
  default WorkerBuilder<T> daemon(boolean daemon) {
    return with(settings -> settings.daemon(daemon));
  }

  /** Replaces all settings. */
  WorkerBuilder<T> settings(WorkerSettings settings);

  /**
   * Runs handlers on the caller's executor, which the worker does not close. It must run tasks on
   * threads of its own. An executor that runs a task within {@code execute}, such as {@code
   * Runnable::run}, blocks the worker until the handler has ended.
   */
  WorkerBuilder<T> executor(Executor executor);

  /**
   * Calls back with the reason when a job of this worker has died. Best effort: a crash or a lost
   * lease is not reported. Use {@link QueueSettings#deadCopyTo} if no death may be missed.
   */
  WorkerBuilder<T> onDead(BiConsumer<Job<T>, String> callback);

  /**
   * Starts the worker. It keeps the JVM alive until it, or its store, is closed or the store has
   * failed: a {@code main} that returns or throws after this call goes on. See {@link #daemon}.
   */
  Worker start();
}
