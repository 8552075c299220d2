package io.duetime.cli.terminal;

/** The exit codes of the command. */
public final class ExitCode {
  /** Done. */
  public static final int OK = 0;

  /** Not done: refused, not found, or no answer. */
  public static final int FAILED = 1;

  /** The command line has an unknown option or a value that is not allowed. */
  public static final int USAGE = 2;

  /** The configuration or the store of the server is unusable. */
  public static final int CONFIG = 78;

  private ExitCode() {}
}
