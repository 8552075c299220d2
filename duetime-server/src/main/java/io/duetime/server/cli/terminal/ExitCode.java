package io.duetime.server.cli.terminal;

/** What the command exits with. */
public final class ExitCode {
  /** Done. */
  public static final int OK = 0;

  /** Not done: refused, not found, or nobody answered. */
  public static final int FAILED = 1;

  /** The command line is wrong: an option, or a value that is not allowed. */
  public static final int USAGE = 2;

  /** The server is set up in a way that cannot work. */
  public static final int CONFIG = 78;

  private ExitCode() {}
}
