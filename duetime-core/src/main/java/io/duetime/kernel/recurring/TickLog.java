package io.duetime.kernel.recurring;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Which ticks of a recurring definition were decided.
 *
 * @param until the moment or the tick after which ticks are still to be decided; ahead of its time
 *     where the job of that tick is made
 * @param last the latest tick that has passed and got a job, 0 for none
 * @param ahead the ticks that got a job and may come up again, ascending: those of an earlier
 *     schedule, and those before a pause
 * @param skipped how many ticks were missed: they got no job, or their job was withdrawn
 * @param made how many ticks got a job that was not withdrawn
 * @param place the due time of a missed tick that the next one takes over, 0 for none
 * @param startsNow whether the moment {@code until} is a tick itself that is still to be decided
 */
public record TickLog(
    long until,
    long last,
    List<Long> ahead,
    long skipped,
    long made,
    long place,
    boolean startsNow) {
  /** The most ticks ahead of their time that are known; the earliest of more are not. */
  public static final int MOST_AHEAD = 100;

  public TickLog {
    ahead = List.copyOf(ahead);
  }

  /** Ticks count from a moment on. */
  static TickLog startingAt(long moment, boolean startsNow) {
    return new TickLog(moment, 0, List.of(), 0, 0, 0, startsNow);
  }

  boolean hasMade(long tick) {
    return ahead.contains(tick);
  }

  /** The latest tick up to now that got a job, 0 for none. */
  long lastAt(long now) {
    return ahead.stream().filter(tick -> tick <= now).reduce(last, Math::max);
  }

  /** The ticks that got a job which may not have begun, as far as the log knows, ascending. */
  List<Long> mayWait() {
    return Stream.concat(Stream.of(last).filter(tick -> tick > 0), ahead.stream())
        .distinct()
        .sorted()
        .toList();
  }

  TickLog made(long tick) {
    return new TickLog(until, last, aheadWith(List.of(tick)), skipped, made + 1, place, startsNow);
  }

  /** The same, with the ticks decided in another store. */
  TickLog joined(TickLog other) {
    return new TickLog(
        Math.max(until, other.until),
        Math.max(last, other.last),
        aheadWith(other.ahead),
        skipped,
        made,
        place,
        startsNow && !other.startsNow);
  }

  private List<Long> aheadWith(Collection<Long> ticks) {
    TreeSet<Long> all = new TreeSet<>(ahead);
    all.addAll(ticks);
    List<Long> known = new ArrayList<>(all);
    return known.subList(Math.max(0, known.size() - MOST_AHEAD), known.size());
  }

  /** Ticks up to a moment are decided, some of them missed; a place is taken. */
  TickLog passedUntil(long moment, long missed) {
    return new TickLog(moment, last, ahead, skipped + Math.max(0, missed), made, 0, false);
  }

  /** Ticks count from another moment on; those that got a job do not get a second one. */
  TickLog countedFrom(long moment) {
    return new TickLog(moment, last, ahead, skipped, made, place, startsNow);
  }

  /** The jobs of some ticks were withdrawn; these ticks may come up again. */
  TickLog without(Collection<Long> withdrawn) {
    List<Long> left = ahead.stream().filter(tick -> !withdrawn.contains(tick)).toList();
    return new TickLog(until, last, left, skipped, less(withdrawn.size()), place, startsNow);
  }

  /** Ticks with a job were missed; the next one may take over the first of their places. */
  TickLog missed(long ticks, long dueAt) {
    long first = place == 0 ? dueAt : dueAt == 0 ? place : Math.min(place, dueAt);
    return new TickLog(until, last, ahead, skipped + ticks, less(ticks), first, startsNow);
  }

  TickLog placed() {
    return new TickLog(until, last, ahead, skipped, made, 0, startsNow);
  }

  private long less(long ticks) {
    return Math.max(0, made - ticks);
  }

  /** The same, without the ticks that cannot come up again. */
  TickLog tidied(long now) {
    long passed = Math.min(now, until);
    return new TickLog(
        until,
        lastAt(passed),
        ahead.stream().filter(tick -> tick > passed).toList(),
        skipped,
        made,
        place,
        startsNow);
  }
}
