package io.duetime.server.moving;

/** Thrown when a target has accepted nothing for too long; the message is the last reason. */
public final class TargetFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** {@code message} is printed as it is. */
  public TargetFailure(String message) {
    super(message);
  }
}
