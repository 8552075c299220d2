package io.duetime;

/**
 * Does one job. Returning means done; throwing means failed, to be tried again by the job's rule.
 * {@link JobFailed} says more exactly what is to become of it.
 *
 * <p>A job may be run more than once (a lost lease, a crash between doing and acknowledging), so
 * that doing it twice has to be harmless; {@link Job#id} and {@link Job#attempt} help.
 *
 * @param <T> the payload
 */
@FunctionalInterface
public interface Handler<T> {
  /** Does the job on a thread of the worker, interrupted when its lease is lost. */
  void handle(Job<T> job) throws Exception;
}
