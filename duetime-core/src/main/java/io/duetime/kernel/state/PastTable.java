package io.duetime.kernel.state;

/** Keeps how many jobs of a queue were claimed in the past, and how late. */
public interface PastTable {
  PastTable NONE =
      new PastTable() {
        @Override
        public void savePast(PastSpan span) {}

        @Override
        public void deletePast(PastSpan.Unit unit, long start) {}
      };

  /** Keeps a span instead of what was kept of it. */
  void savePast(PastSpan span);

  void deletePast(PastSpan.Unit unit, long start);

  /**
   * How many jobs were claimed in a minute or an hour of the past, and how late.
   *
   * @param start the first moment of the minute or hour
   * @param latenessSum the sum of the lateness of these jobs, in milliseconds
   * @param latenessMax the largest of them
   */
  public record PastSpan(Unit unit, long start, long ran, long latenessSum, long latenessMax) {
    public enum Unit {
      MINUTE,
      HOUR
    }

    /** The same figures under another first moment. */
    PastSpan startingAt(long moment) {
      return new PastSpan(unit, moment, ran, latenessSum, latenessMax);
    }
  }
}
