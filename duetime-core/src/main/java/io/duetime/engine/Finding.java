package io.duetime.engine;

/**
 * One result of a store's self-check.
 *
 * @param check what was looked at, such as {@code disk space}
 * @param verdict how it stands
 * @param message what was seen
 * @param remedy what to do, or empty when nothing is
 */
public record Finding(String check, Verdict verdict, String message, String remedy) {
  /** How a check ended. */
  public enum Verdict {
    OK,
    WARNING,
    FAILURE,
    /** It could not be found out, for instance because the store refused to answer. */
    UNKNOWN
  }
}
