package io.duetime.cli.remote;

/** Thrown when a call to a server fails; the message is printed as one line. */
public final class RemoteFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final boolean mayRepeat;
  private final boolean isMisuse;

  /**
   * Creates a failure with the line to print.
   *
   * @param mayRepeat whether the same call may succeed later
   */
  public RemoteFailure(String message, boolean mayRepeat) {
    this(message, mayRepeat, false);
  }

  private RemoteFailure(String message, boolean mayRepeat, boolean isMisuse) {
    super(message);
    this.mayRepeat = mayRepeat;
    this.isMisuse = isMisuse;
  }

  /** Creates a failure of an invalid call, which fails again when it is repeated. */
  static RemoteFailure misuse(String message) {
    return new RemoteFailure(message, false, true);
  }

  /** Whether the same call may succeed later. */
  public boolean mayRepeat() {
    return mayRepeat;
  }

  /** Whether the call itself is invalid. */
  public boolean isMisuse() {
    return isMisuse;
  }
}
