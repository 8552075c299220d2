package io.duetime;

import java.time.Duration;

/**
 * Receives the events of jobs in this process, for metrics and traces. Calls come from the threads
 * that do the work: implementations must be thread safe and short. What a listener throws is logged
 * and has no other effect.
 */
public interface JobListener {
  /** The store has answered a request. */
  default void scheduled(String queue, Scheduled answer) {}

  /**
   * A claim has been answered with {@code jobs} jobs, perhaps none; shows that the claimer is
   * alive.
   */
  default void claimed(String queue, int jobs) {}

  /** A claim has failed; the next attempt follows by itself. */
  default void claimFailed(String queue, Throwable failure) {}

  /** A handler begins; {@code lateness} is the time since the due time of this attempt. */
  default void started(Job<?> job, Duration lateness) {}

  /** A handler has thrown, or the payload could not be decoded; {@link #finished} follows. */
  default void failed(Job<?> job, Throwable failure) {}

  /**
   * A handler has ended and its job is settled. With {@link SettleOutcome#LEASE_LOST} the run does
   * not count.
   */
  default void finished(Job<?> job, SettleOutcome outcome, Duration took) {}

  /** The lease of a running job was lost. */
  default void leaseLost(Job<?> job) {}
}
