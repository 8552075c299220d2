package io.duetime;

/**
 * Runs one job. If the handler returns, the job is acknowledged; if it throws, the job is retried
 * by its retry policy. {@link JobFailed} settles it otherwise: buries it, or sets the delay of the
 * next attempt.
 *
 * <p>Delivery is at-least-once: after a lost lease or a crash the same job runs again. A second run
 * must therefore be harmless; {@link Job#id}, {@link Job#attempt} and {@link Job#fence} help to
 * detect it.
 *
 * @param <T> the payload
 */
@FunctionalInterface
public interface Handler<T> {
  /** Runs the job on a thread of the worker, which is interrupted if the lease is lost. */
  void handle(Job<T> job) throws Exception;
}
