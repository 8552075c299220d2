package io.duetime.server.cli;

/** Says why a command cannot do what it was asked, in one line. */
final class CommandFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  CommandFailure(String message) {
    super(message);
  }
}
