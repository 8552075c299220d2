package io.duetime.redis.internal.link;

/** What a script of ours has answered as an error: a code that begins with DT, and words. */
public final class ScriptErrorException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String error;

  /** With the code and the words behind it. */
  public ScriptErrorException(String code, String message) {
    super(message);
    this.error = code;
  }

  /** The code, such as {@code DTABSENT}. */
  public String code() {
    return error;
  }
}
