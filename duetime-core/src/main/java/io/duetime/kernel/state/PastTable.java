package io.duetime.kernel.state;

/** Keeps how many jobs of a queue were claimed in the past and how late, and how they ended. */
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
   * How many jobs were claimed in a minute or an hour of the past and how late, and how many
   * attempts ended in it.
   *
   * @param start the first moment of the minute or hour
   * @param done the attempts that succeeded
   * @param failed the attempts that failed
   * @param latenessSum the sum of the lateness of these jobs, in milliseconds
   * @param latenessMax the largest of them
   */
  public record PastSpan(
      Unit unit, long start, long ran, long done, long failed, long latenessSum, long latenessMax) {
    public enum Unit {
      MINUTE,
      HOUR
    }

    /** The same figures under another first moment. */
    PastSpan startingAt(long moment) {
      return new PastSpan(unit, moment, ran, done, failed, latenessSum, latenessMax);
    }
  }
}
