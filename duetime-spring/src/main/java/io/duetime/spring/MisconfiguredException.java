package io.duetime.spring;

import org.jspecify.annotations.Nullable;

/**
 * A handler, a property or a store of the application that cannot work; its message says why, and
 * its remedy what to do.
 */
public final class MisconfiguredException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String remedy;

  /** Makes an exception of a problem and what the reader can do about it. */
  public MisconfiguredException(String problem, String remedy) {
    this(problem, remedy, null);
  }

  /** As {@link #MisconfiguredException(String, String)}, with what was thrown. */
  public MisconfiguredException(String problem, String remedy, @Nullable Throwable cause) {
    super(problem, cause);
    this.remedy = remedy;
  }

  /** What to change. */
  public String remedy() {
    return remedy;
  }
}
