package io.duetime.bench.wheel;

/**
 * What is measured: a structure of pending timers, driven on one thread as its owner would drive
 * it.
 *
 * <p>Time is virtual, in milliseconds, and starts at 0.
 */
interface TimerStore extends AutoCloseable {

  /** Schedules a timer for each deadline and keeps what is needed to cancel it. */
  void schedule(long[] deadlines);

  /** Cancels the timers of the deadlines with these indexes. */
  void cancel(int[] indexes);

  /** Lets time run up to a moment, and returns how many timers expired. */
  long expireUntil(long untilMillis);

  /** Drops what was kept for cancelling, so that the store alone can be weighed. */
  void forgetHandles();

  @Override
  default void close() {}
}
