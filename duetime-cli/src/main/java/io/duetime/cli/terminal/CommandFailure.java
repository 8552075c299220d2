package io.duetime.cli.terminal;

/** Thrown when a command fails for a reason that is printed as one line. */
public class CommandFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int exitCode;

  /** {@code message} is printed as it is. */
  public CommandFailure(String message) {
    this(message, ExitCode.FAILED);
  }

  /** {@code message} is printed as it is, and the command exits with this code. */
  public CommandFailure(String message, int exitCode) {
    super(message);
    this.exitCode = exitCode;
  }

  /** The code with which the command exits. */
  public final int exitCode() {
    return exitCode;
  }
}
