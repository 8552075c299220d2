package io.duetime.embedded.internal.table;

import io.duetime.embedded.internal.disk.Scan;

/** Counts the waiting jobs due within a stretch of time by walking over them, a few at a time. */
final class DueCounter implements AutoCloseable {
  private final Scan scan;
  private long count;

  /** Counts {@code [from, to)}. */
  DueCounter(DueLine line, long from, long to) {
    scan = line.scan(from, to);
  }

  /** Counts a few more; answers whether there are none left. */
  boolean step(int steps) {
    for (int i = 0; i < steps && scan.isValid(); i++) {
      count++;
      scan.next();
    }
    return !scan.isValid();
  }

  long count() {
    return count;
  }

  @Override
  public void close() {
    scan.close();
  }
}
