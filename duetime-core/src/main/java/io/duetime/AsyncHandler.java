package io.duetime;

import java.util.concurrent.CompletionStage;

/**
 * Runs one job without occupying a thread, such as a message to a broker that confirms it later. If
 * the stage completes normally, the job is acknowledged; if it completes exceptionally, or the
 * method throws, the rules of {@link Handler} apply.
 *
 * @param <T> the payload
 */
@FunctionalInterface
public interface AsyncHandler<T> {
  /**
   * Begins the job on the worker's thread, which begins all its jobs and therefore must not be
   * blocked for long. If the lease is lost, the stage is cancelled as a future.
   *
   * @return completes when the job has ended
   */
  CompletionStage<?> handle(Job<T> job) throws Exception;
}
