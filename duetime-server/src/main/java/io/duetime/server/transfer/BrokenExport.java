package io.duetime.server.transfer;

/** Thrown when an export cannot be imported; names the line and what was imported before it. */
public final class BrokenExport extends RuntimeException {
  private static final long serialVersionUID = 1L;

  BrokenExport(String message) {
    super(message);
  }
}
