package io.duetime.kernel.state;

/**
 * Gives the fences of a queue: each is greater than all before it, also after crashes and backward
 * steps of the clock.
 *
 * <p>A fence is the larger of the last one + 1 and the clock in microseconds. A bound is kept ahead
 * of what is given, so that a store that loses its last claims still continues above them.
 */
public final class Fences {
  private static final long AHEAD_MICROS = 60_000_000;
  private static final long MICROS_PER_MILLI = 1_000;

  private final QueueDataTable table;
  private long last;
  private long reserved;

  public Fences(QueueDataTable table, long floor) {
    this.table = table;
    this.last = floor;
    this.reserved = floor;
  }

  public long next(long now) {
    last = Math.max(last + 1, now * MICROS_PER_MILLI);
    if (last > reserved) {
      reserved = last + AHEAD_MICROS;
      table.reserveFences(reserved);
    }
    return last;
  }

  /** Gives none up to this one any more. */
  public void raise(long floor) {
    last = Math.max(last, floor);
    if (last > reserved) {
      reserved = last;
      table.reserveFences(reserved);
    }
  }

  /** The last one given, or the floor before the first. */
  public long last() {
    return last;
  }
}
