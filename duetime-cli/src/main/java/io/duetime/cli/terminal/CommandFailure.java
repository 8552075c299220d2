package io.duetime.cli.terminal;

/** Thrown when a command fails for a reason that is printed as one line. */
public final class CommandFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int exitCode;
  private final boolean mayRepeat;

  /** {@code message} is printed as it is. */
  public CommandFailure(String message) {
    this(message, ExitCode.FAILED);
  }

  /** {@code message} is printed as it is, and the command exits with this code. */
  public CommandFailure(String message, int exitCode) {
    this(message, exitCode, false);
  }

  private CommandFailure(String message, int exitCode, boolean mayRepeat) {
    super(message);
    this.exitCode = exitCode;
    this.mayRepeat = mayRepeat;
  }

  /** A failure of a call that may succeed later. */
  public static CommandFailure passing(String message) {
    return new CommandFailure(message, ExitCode.FAILED, true);
  }

  /** The code with which the command exits. */
  public int exitCode() {
    return exitCode;
  }

  /** Whether the same call may succeed later. */
  public boolean mayRepeat() {
    return mayRepeat;
  }

  /** The exit codes of the command. */
  public static final class ExitCode {
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
}
