package io.duetime.server.transfer;

/** Says that an export cannot be put in, with the line at fault and what has been put in so far. */
public final class BrokenExport extends RuntimeException {
  private static final long serialVersionUID = 1L;

  BrokenExport(String message) {
    super(message);
  }
}
