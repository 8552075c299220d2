package io.duetime.kernel.state;

import io.duetime.kernel.state.PastTable.PastSpan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Spans of one length, ascending, in one array: each of thousands of queues may have two thousand.
 * Not thread safe.
 */
final class PackedSpans {
  private static final int WIDTH = 6;
  private static final int RAN = 1;
  private static final int DONE = 2;
  private static final int FAILED = 3;
  private static final int SUM = 4;
  private static final int MAX = 5;

  private final PastSpan.Unit unit;
  private long[] values = new long[0];
  private int size;

  PackedSpans(PastSpan.Unit unit) {
    this.unit = unit;
  }

  boolean isEmpty() {
    return size == 0;
  }

  /** Adds to the span with the same start, if any; answers the sum. */
  PastSpan add(PastSpan more) {
    int at = indexFrom(more.start());
    if (at == size || values[at * WIDTH] != more.start()) {
      insert(at, more.start());
    }
    int begin = at * WIDTH;
    values[begin + RAN] += more.ran();
    values[begin + DONE] += more.done();
    values[begin + FAILED] += more.failed();
    values[begin + SUM] += more.latenessSum();
    values[begin + MAX] = Math.max(values[begin + MAX], more.latenessMax());
    return span(at);
  }

  /** The spans that begin in {@code [from, to)}. */
  List<PastSpan> within(long from, long to) {
    List<PastSpan> spans = new ArrayList<>();
    for (int i = indexFrom(from); i < size && values[i * WIDTH] < to; i++) {
      spans.add(span(i));
    }
    return spans;
  }

  /** Removes the spans that begin before a moment, and answers them. */
  List<PastSpan> removeBefore(long before) {
    List<PastSpan> removed = within(Long.MIN_VALUE, before);
    if (!removed.isEmpty()) {
      values = Arrays.copyOfRange(values, removed.size() * WIDTH, size * WIDTH);
      size -= removed.size();
    }
    return removed;
  }

  private PastSpan span(int at) {
    int begin = at * WIDTH;
    return new PastSpan(
        unit,
        values[begin],
        values[begin + RAN],
        values[begin + DONE],
        values[begin + FAILED],
        values[begin + SUM],
        values[begin + MAX]);
  }

  /** The place of the first span that begins at a moment or later. */
  private int indexFrom(long start) {
    int low = 0;
    int high = size;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (values[middle * WIDTH] < start) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private void insert(int at, long start) {
    if (values.length == size * WIDTH) {
      values = Arrays.copyOf(values, (size + size / 4 + 1) * WIDTH);
    }
    System.arraycopy(values, at * WIDTH, values, (at + 1) * WIDTH, (size - at) * WIDTH);
    Arrays.fill(values, at * WIDTH, (at + 1) * WIDTH, 0);
    values[at * WIDTH] = start;
    size++;
  }
}
