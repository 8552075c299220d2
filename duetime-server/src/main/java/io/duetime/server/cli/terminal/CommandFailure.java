package io.duetime.server.cli.terminal;

/** Says why a command cannot do what it was asked, in one line. */
public final class CommandFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** {@code message} is printed as it is. */
  public CommandFailure(String message) {
    super(message);
  }
}
