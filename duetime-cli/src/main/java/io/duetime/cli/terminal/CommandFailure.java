package io.duetime.cli.terminal;

/** Thrown when a command fails for a reason that is printed as one line. */
public final class CommandFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** {@code message} is printed as it is. */
  public CommandFailure(String message) {
    super(message);
  }
}
