package io.duetime.internal.kernel.state;

/**
 * How many jobs were claimed in a minute or an hour of the past, and how late.
 *
 * @param start the first moment of the minute or hour
 * @param latenessSum the sum of the lateness of these jobs, in milliseconds
 * @param latenessMax the largest of them
 */
public record PastSpan(Unit unit, long start, long ran, long latenessSum, long latenessMax) {
  /** The length of a span. */
  public enum Unit {
    MINUTE,
    HOUR
  }

  /** The same figures under another first moment. */
  PastSpan startingAt(long moment) {
    return new PastSpan(unit, moment, ran, latenessSum, latenessMax);
  }
}
