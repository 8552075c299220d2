package io.duetime.cli.remote;

import io.duetime.cli.terminal.CommandFailure;
import io.duetime.cli.terminal.ExitCode;

/** Thrown when a call to a server fails. */
public final class RemoteFailure extends CommandFailure {
  private static final long serialVersionUID = 1L;

  private final boolean mayRepeat;

  /**
   * Creates a failure with the line to print.
   *
   * @param mayRepeat whether the same call may succeed later
   */
  public RemoteFailure(String message, boolean mayRepeat) {
    super(message);
    this.mayRepeat = mayRepeat;
  }

  /** Creates a failure of an invalid call, which fails again when it is repeated. */
  RemoteFailure(String message) {
    super(message, ExitCode.USAGE);
    this.mayRepeat = false;
  }

  /** Whether the same call may succeed later. */
  public boolean mayRepeat() {
    return mayRepeat;
  }
}
