package io.duetime.redis.internal.link;

/** An error that one of the scripts has answered: a code that begins with DT, and a message. */
public final class ScriptErrorException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String error;

  /** Keeps the code and the message. */
  public ScriptErrorException(String code, String message) {
    super(message);
    this.error = code;
  }

  /** The code, such as {@code DTABSENT}. */
  public String code() {
    return error;
  }
}
