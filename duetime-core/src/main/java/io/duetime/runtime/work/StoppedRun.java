package io.duetime.runtime.work;

/**
 * Thrown by a handler that stops with its worker and knows what its job needs. A job that was not
 * begun is released with the due time and the place that it had. A job whose effect is unknown is
 * retried, also after the close of the worker has interrupted it: its attempt counts.
 */
public final class StoppedRun extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final boolean begun;

  private StoppedRun(String reason, boolean begun) {
    super(reason, null, false, false);
    this.begun = begun;
  }

  /** The job was not begun. */
  public static StoppedRun notBegun(String reason) {
    return new StoppedRun(reason, false);
  }

  /** The job was begun, and it is not known how far it came. */
  public static StoppedRun uncertain(String reason) {
    return new StoppedRun(reason, true);
  }

  boolean hasBegun() {
    return begun;
  }

  @Override
  @SuppressWarnings("OverrideThrowableToString") // the text alone is kept with the job
  public String toString() {
    return String.valueOf(getMessage());
  }
}
