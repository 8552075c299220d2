package io.duetime.internal.kernel.state;

/** Keeps how many jobs of a queue were claimed in the past, and how late. */
public interface PastTable {
  /** Keeps nothing. */
  PastTable NONE =
      new PastTable() {
        @Override
        public void savePast(PastSpan span) {}

        @Override
        public void deletePast(PastSpan.Unit unit, long start) {}
      };

  /** Keeps a span instead of what was kept of it. */
  void savePast(PastSpan span);

  /** Forgets a span. */
  void deletePast(PastSpan.Unit unit, long start);
}
