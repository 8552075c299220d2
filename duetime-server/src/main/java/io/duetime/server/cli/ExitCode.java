package io.duetime.server.cli;

/** What the command exits with. */
final class ExitCode {
  /** Done. */
  static final int OK = 0;

  /** Not done: refused, not found, or nobody answered. */
  static final int FAILED = 1;

  /** The command line is wrong: an option, or a value that is not allowed. */
  static final int USAGE = 2;

  /** The server is set up in a way that cannot work. */
  static final int CONFIG = 78;

  private ExitCode() {}
}
