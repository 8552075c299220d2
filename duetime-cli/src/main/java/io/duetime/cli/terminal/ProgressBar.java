package io.duetime.cli.terminal;

import java.time.Duration;

/** Shows on one line of a terminal how far a file or a task is; otherwise draws nothing. */
public final class ProgressBar {
  private static final int WIDTH = 30;
  private static final String ERASE_LINE = "\r\u001b[K";
  private static final Duration BETWEEN = Duration.ofMillis(100);

  private final Terminal terminal;
  private final boolean isShown;
  private final long totalBytes;
  private final long begunNanos;
  private long bytes;
  private long drawnNanos;

  /** Creates a bar for a file of so many bytes; 0 when the size is unknown. */
  public ProgressBar(Terminal terminal, boolean isShown, long totalBytes) {
    this.terminal = terminal;
    this.isShown = isShown;
    this.totalBytes = totalBytes;
    this.begunNanos = terminal.time().nanoTime();
    this.drawnNanos = begunNanos - BETWEEN.toNanos();
  }

  /** Counts bytes that have been read. */
  public void read(long count) {
    bytes += count;
  }

  /** Draws the line again, at most ten times a second. */
  public void draw(long lines) {
    draw(lines, "lines");
  }

  /** Draws the line again with a count of so many things. */
  public void draw(long count, String things) {
    long now = terminal.time().nanoTime();
    if (!isShown || now - drawnNanos < BETWEEN.toNanos()) {
      return;
    }
    drawnNanos = now;
    double seconds = Math.max(1e-9, (now - begunNanos) / 1e9);
    terminal
        .err()
        .print(
            "%s%s %d %s, %.0f a second"
                .formatted(ERASE_LINE, bar(), count, things, count / seconds));
    terminal.err().flush();
  }

  /** Removes the line from the terminal. */
  public void clear() {
    if (isShown) {
      terminal.err().print(ERASE_LINE);
      terminal.err().flush();
    }
  }

  private String bar() {
    if (totalBytes == 0) {
      return "";
    }
    int done = (int) Math.min(WIDTH, bytes * WIDTH / totalBytes);
    long percent = Math.min(100, bytes * 100 / totalBytes);
    return "[%s%s] %3d%%".formatted("#".repeat(done), "-".repeat(WIDTH - done), percent);
  }
}
