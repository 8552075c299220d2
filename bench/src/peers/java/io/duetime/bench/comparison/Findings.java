package io.duetime.bench.comparison;

import java.io.PrintStream;

/** What a run has found, a line each, so that a run that is ended has told what it knows. */
record Findings(PrintStream out) {
  /** Between the name and the value of a line. */
  static final String TAB = "\t";

  /** Before what is no number. */
  static final String NONE = "-";

  void put(String name, double value) {
    line(name + TAB + value);
  }

  void none(String name, String reason) {
    line(name + TAB + NONE + TAB + reason);
  }

  private void line(String line) {
    synchronized (out) {
      out.println(line);
      out.flush();
    }
  }
}
