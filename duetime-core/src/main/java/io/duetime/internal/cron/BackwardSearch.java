package io.duetime.internal.cron;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Finds the last tick up to a moment by the search forward alone: it looks back over spans that
 * double until one holds a tick, then halves that span. Some tens of steps, however many ticks
 * there are, and no second search whose rules could differ.
 *
 * @param earliest the second after which ticks count
 */
record BackwardSearch(ZonedTicks ticks, long earliest) {

  /** The last tick at or before a second of the epoch, null when there is none. */
  @Nullable Instant upTo(long end) {
    long start = end;
    Instant found = null;
    for (long span = 1; found == null && start > earliest; span *= 2) {
      start = Math.max(earliest, end - span);
      found = first(start, end);
    }
    return found == null ? null : last(found, end);
  }

  private Instant last(Instant known, long end) {
    Instant found = known;
    // Invariant: `found` is a tick, and none is between `without` and `end`.
    long without = end + 1;
    while (without - found.getEpochSecond() > 1) {
      long middle = (found.getEpochSecond() + without - 1) >>> 1;
      Instant later = first(middle, end);
      if (later == null) {
        without = middle + 1;
      } else {
        found = later;
      }
    }
    return found;
  }

  private @Nullable Instant first(long start, long end) {
    Instant tick = ticks.after(Instant.ofEpochSecond(start));
    return tick == null || tick.getEpochSecond() > end ? null : tick;
  }
}
