package io.duetime.internal.cron;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import org.jspecify.annotations.Nullable;

/**
 * Brings ticks of the clock on the wall onto the time line.
 *
 * <p>An expression that names certain hours means the wall clock: each of its local times ticks
 * once, at the first of its two moments in an overlap, and at the gap's end when a gap swallows it.
 * One that names every hour means a steady rhythm: it ticks at each moment whose local time
 * matches, in both passes of an overlap, and a gap adds nothing.
 */
record ZonedTicks(LocalTicks ticks, ZoneRules rules) {

  /** The first tick strictly after a moment, null when there is none up to the last year. */
  @Nullable Instant after(Instant moment) {
    return ticks.times().everyHour() ? rhythmAfter(moment) : wallClockAfter(moment);
  }

  private @Nullable Instant wallClockAfter(Instant moment) {
    LocalDateTime local = LocalDateTime.ofInstant(moment, rules.getOffset(moment));
    LocalDateTime tick = ticks.from(nextSecond(local));
    while (tick != null) {
      ZoneOffsetTransition change = rules.getTransition(tick);
      Instant instant = change != null && change.isGap() ? change.getInstant() : firstPass(tick);
      if (change == null || instant.isAfter(moment)) {
        return instant;
      }
      // The moment is in the second pass of an overlap, whose local times have had their turn.
      tick = ticks.from(end(change));
    }
    return null;
  }

  private @Nullable Instant rhythmAfter(Instant moment) {
    ZoneOffset offset = rules.getOffset(moment);
    LocalDateTime local = LocalDateTime.ofInstant(moment, offset);
    LocalDateTime tick = ticks.from(nextSecond(local));
    ZoneOffsetTransition overlap = rules.getTransition(local);
    if (overlap == null) {
      return outsideGaps(tick);
    }
    boolean passEnds = tick == null || !tick.isBefore(end(overlap));
    if (passEnds && offset.equals(overlap.getOffsetBefore())) {
      tick = ticks.from(overlap.getDateTimeAfter());
      offset = overlap.getOffsetAfter();
    }
    return tick != null && tick.isBefore(end(overlap)) ? tick.toInstant(offset) : outsideGaps(tick);
  }

  private @Nullable Instant outsideGaps(@Nullable LocalDateTime tick) {
    LocalDateTime valid = tick;
    while (valid != null) {
      ZoneOffsetTransition change = rules.getTransition(valid);
      if (change == null || change.isOverlap()) {
        return firstPass(valid);
      }
      valid = ticks.from(end(change));
    }
    return null;
  }

  /** In an overlap the rules answer the offset before the change: that of the first pass. */
  private Instant firstPass(LocalDateTime local) {
    return local.toInstant(rules.getOffset(local));
  }

  private static LocalDateTime end(ZoneOffsetTransition change) {
    return change.isGap() ? change.getDateTimeAfter() : change.getDateTimeBefore();
  }

  private static LocalDateTime nextSecond(LocalDateTime local) {
    return local.truncatedTo(ChronoUnit.SECONDS).plusSeconds(1);
  }

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
}
