package io.duetime.bench.wheel.jmh;

/** A fixed number of pending timers, for the JMH benches to change one at a time. */
interface PendingTimers extends AutoCloseable {

  /** Schedules the timer of an index, which is not pending. */
  void schedule(int index, long delayMillis);

  /** Cancels the timer of an index. */
  void cancel(int index);

  @Override
  default void close() {}
}
