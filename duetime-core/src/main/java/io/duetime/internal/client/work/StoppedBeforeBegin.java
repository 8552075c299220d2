package io.duetime.internal.client.work;

/**
 * Thrown by a handler that stops with its worker before it has begun a job: the job is released
 * with the due time and the place that it had, for another process.
 */
public final class StoppedBeforeBegin extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Creates the exception without a stack trace. */
  public StoppedBeforeBegin(String reason) {
    super(reason, null, false, false);
  }
}
