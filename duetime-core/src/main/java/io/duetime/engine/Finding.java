package io.duetime.engine;

/**
 * One result of a store's self-check.
 *
 * @param check what was checked, such as {@code disk space}
 * @param verdict the result
 * @param message what was found
 * @param remedy what to do, or empty for nothing
 */
public record Finding(String check, Verdict verdict, String message, String remedy) {
  /** The result of a check. */
  public enum Verdict {
    OK,
    WARNING,
    FAILURE,
    /** It could not be determined, for example because the store refused to answer. */
    UNKNOWN
  }
}
