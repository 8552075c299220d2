package io.duetime.embedded.internal.table;

import io.duetime.embedded.internal.disk.Family;
import io.duetime.embedded.internal.disk.Keys;
import io.duetime.embedded.internal.disk.Scan;
import io.duetime.internal.kernel.list.Position;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/** Pages through the waiting jobs of all lines together, by due time and id. */
final class WaitingPages {
  private WaitingPages() {}

  /** A job on disk: its place, and its line. */
  record Entry(Position place, WaitingLine line) {}

  private static final class Head implements AutoCloseable {
    final WaitingLine line;
    final Scan scan;
    Position place = new Position(0, "");

    Head(WaitingLine line, Scan scan) {
      this.line = line;
      this.scan = scan;
    }

    boolean read() {
      if (!scan.isValid()) {
        return false;
      }
      byte[] key = scan.key();
      place = new Position(Keys.moment(key), Keys.idBehindMoment(key));
      return true;
    }

    @Override
    public void close() {
      scan.close();
    }
  }

  /** Jobs due within {@code [from, to)}, behind a position, in order. */
  static List<Entry> page(
      WriteGroup group, WaitingLines lines, Range range, @Nullable Position after, int limit) {
    List<Head> all = new ArrayList<>();
    try {
      for (WaitingLine line : lines.lines()) {
        byte[] end = lines.from(line, range.to);
        all.add(new Head(line, group.scan(Family.DUE, lines.start(line, range.from, after), end)));
      }
      return merge(all, after, limit);
    } finally {
      all.forEach(Head::close);
    }
  }

  /** Moments from the first, included, to the second, not included. */
  record Range(long from, long to) {}

  private static List<Entry> merge(List<Head> all, @Nullable Position after, int limit) {
    PriorityQueue<Head> next = new PriorityQueue<>(Comparator.comparing((Head head) -> head.place));
    all.stream().filter(Head::read).forEach(next::add);
    List<Entry> page = new ArrayList<>();
    while (page.size() < limit && !next.isEmpty()) {
      Head first = next.remove();
      if (after == null || first.place.compareTo(after) > 0) {
        page.add(new Entry(first.place, first.line));
      }
      first.scan.next();
      if (first.read()) {
        next.add(first);
      }
    }
    return page;
  }
}
