package io.duetime.transfer;

/** Thrown when a source or a target fails, or refuses; the message is printed as one line. */
public final class TransferException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final boolean mayRepeat;

  /** Creates a failure with the line to print, which a new connection does not help. */
  public TransferException(String message) {
    this(message, false);
  }

  /**
   * Creates a failure with the line to print.
   *
   * @param mayRepeat whether a new connection may succeed later
   */
  public TransferException(String message, boolean mayRepeat) {
    super(message);
    this.mayRepeat = mayRepeat;
  }

  /** Whether a new connection may succeed later. */
  public boolean mayRepeat() {
    return mayRepeat;
  }
}
