package io.duetime.embedded.internal.table;

import io.duetime.embedded.internal.disk.Family;
import io.duetime.embedded.internal.disk.Scan;
import java.util.ArrayDeque;
import java.util.Deque;

/** Counts the waiting jobs due within a stretch of time by walking over them, a few at a time. */
final class DueCounter implements AutoCloseable {
  private final Deque<Scan> scans = new ArrayDeque<>();
  private long count;

  /** Counts {@code [from, to)} over all lines. */
  DueCounter(WriteGroup group, WaitingLines lines, long from, long to) {
    for (WaitingLine line : lines.lines()) {
      scans.add(group.scan(Family.DUE, lines.from(line, from), lines.from(line, to)));
    }
  }

  /** Counts a few more; answers whether there are none left. */
  boolean step(int steps) {
    for (int i = 0; i < steps && !scans.isEmpty(); i++) {
      Scan scan = scans.getFirst();
      if (scan.isValid()) {
        count++;
        scan.next();
      } else {
        scans.removeFirst().close();
      }
    }
    return scans.isEmpty();
  }

  long count() {
    return count;
  }

  @Override
  public void close() {
    scans.forEach(Scan::close);
    scans.clear();
  }
}
