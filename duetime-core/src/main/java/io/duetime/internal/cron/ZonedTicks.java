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
}
