package io.duetime.server.moving;

/** Thrown when a source does not answer, or refuses; the message is printed as one line. */
public final class SourceFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final boolean mayRepeat;

  /**
   * Creates a failure with the line to print.
   *
   * @param mayRepeat whether a new connection may succeed later
   */
  public SourceFailure(String message, boolean mayRepeat) {
    super(message);
    this.mayRepeat = mayRepeat;
  }

  /** Whether a new connection may succeed later. */
  public boolean mayRepeat() {
    return mayRepeat;
  }
}
