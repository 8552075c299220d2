package io.duetime.internal.kernel.recurring;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;

/**
 * Which ticks of a recurring definition have been dealt with.
 *
 * @param until the moment or the tick after which ticks are still to be dealt with; ahead of its
 *     time where the job of that tick is made
 * @param last the latest tick that has passed and got a job, 0 for none
 * @param ahead the ticks that got a job and may come up again, ascending: those of an earlier
 *     schedule, and those before a pause
 * @param skipped how many missed ticks were left out in all
 */
public record TickLog(long until, long last, List<Long> ahead, long skipped) {
  /** The most ticks ahead of their time that are known; the earliest of more are not. */
  public static final int MOST_AHEAD = 100;

  /** Keeps a list of its own. */
  public TickLog {
    ahead = List.copyOf(ahead);
  }

  /** Ticks count from a moment on. */
  public static TickLog startingAt(long moment) {
    return new TickLog(moment, 0, List.of(), 0);
  }

  boolean hasMade(long tick) {
    return ahead.contains(tick);
  }

  /** The latest tick up to now that got a job, 0 for none. */
  long lastAt(long now) {
    return ahead.stream().filter(tick -> tick <= now).reduce(last, Math::max);
  }

  /** A tick got its job. */
  TickLog made(long tick) {
    return new TickLog(tick, last, aheadWith(List.of(tick)), skipped);
  }

  /** The same, with the ticks dealt with in another store. */
  TickLog joined(TickLog other) {
    return new TickLog(
        Math.max(until, other.until), Math.max(last, other.last), aheadWith(other.ahead), skipped);
  }

  private List<Long> aheadWith(Collection<Long> ticks) {
    TreeSet<Long> all = new TreeSet<>(ahead);
    all.addAll(ticks);
    List<Long> made = new ArrayList<>(all);
    return made.subList(Math.max(0, made.size() - MOST_AHEAD), made.size());
  }

  /** Ticks up to a moment are dealt with, some of them left out. */
  TickLog passedUntil(long moment, long left) {
    return new TickLog(moment, last, ahead, skipped + Math.max(0, left));
  }

  /** Ticks count from another moment on; those that got a job do not get a second one. */
  TickLog countedFrom(long moment) {
    return new TickLog(moment, last, ahead, skipped);
  }

  /** The jobs of some ticks were withdrawn. */
  TickLog without(Collection<Long> withdrawn) {
    return new TickLog(
        until, last, ahead.stream().filter(tick -> !withdrawn.contains(tick)).toList(), skipped);
  }

  /** The same, without the ticks that cannot come up again. */
  TickLog tidied(long now) {
    long passed = Math.min(now, until);
    return new TickLog(
        until, lastAt(passed), ahead.stream().filter(tick -> tick > passed).toList(), skipped);
  }
}
