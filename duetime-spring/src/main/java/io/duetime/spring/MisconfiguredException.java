package io.duetime.spring;

/**
 * A handler or a property of the application that cannot work; its message says why, and its remedy
 * what to do.
 */
public final class MisconfiguredException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String remedy;

  /** Makes an exception of a problem and what the reader can do about it. */
  public MisconfiguredException(String problem, String remedy) {
    super(problem);
    this.remedy = remedy;
  }

  /** What to change. */
  public String remedy() {
    return remedy;
  }
}
