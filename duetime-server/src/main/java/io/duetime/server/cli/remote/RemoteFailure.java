package io.duetime.server.cli.remote;

/** Says that a server did not do what it was asked, in one line. */
public final class RemoteFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final boolean mayRepeat;
  private final boolean isMisuse;

  /**
   * With what to show.
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

  /** A server does not understand or allow what it was asked, so that asking again is of no use. */
  static RemoteFailure misuse(String message) {
    return new RemoteFailure(message, false, true);
  }

  /** Whether the same call may succeed later. */
  public boolean mayRepeat() {
    return mayRepeat;
  }

  /** Whether what was asked for is wrong in itself. */
  public boolean isMisuse() {
    return isMisuse;
  }
}
