package io.duetime.server.cli;

/** Says that a server did not do what it was asked, in one line. */
final class RemoteFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final boolean mayRepeat;

  /**
   * With what to show.
   *
   * @param mayRepeat whether the same call may succeed later
   */
  RemoteFailure(String message, boolean mayRepeat) {
    super(message);
    this.mayRepeat = mayRepeat;
  }

  boolean mayRepeat() {
    return mayRepeat;
  }
}
