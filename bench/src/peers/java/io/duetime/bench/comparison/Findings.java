package io.duetime.bench.comparison;

import io.duetime.bench.peer.Peer.UnsupportedException;
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

  /** Takes a figure, or the reason why there is none. */
  void put(String name, Measurement measurement) throws Exception {
    try {
      put(name, measurement.take());
    } catch (UnsupportedException unsupported) {
      none(name, unsupported.getMessage());
    }
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

  /** One figure. */
  interface Measurement {
    double take() throws Exception;
  }
}
