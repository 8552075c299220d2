package io.duetime;

import java.time.Duration;

/**
 * Hears what happens to jobs in this process, for metrics and traces. Called on the threads that do
 * the work: implementations are thread safe and short; what they throw is logged and goes no
 * further.
 */
public interface JobListener {
  /** A request has been answered by the store. */
  default void scheduled(String queue, Scheduled answer) {}

  /** So many jobs have been claimed, perhaps none; shows that the claiming goes on. */
  default void claimed(String queue, int jobs) {}

  /** The store could not be asked for jobs; the claiming goes on by itself. */
  default void claimFailed(String queue, Throwable failure) {}

  /** A handler begins, so much later than the job was due. */
  default void started(Job<?> job, Duration lateness) {}

  /** A handler has thrown, or its payload could not be decoded; {@link #finished} follows. */
  default void failed(Job<?> job, Throwable failure) {}

  /**
   * A handler has ended and its job is settled; {@link SettleOutcome#LEASE_LOST} when what it did
   * does not count.
   */
  default void finished(Job<?> job, SettleOutcome outcome, Duration took) {}

  /** The lease of a running job was lost. */
  default void leaseLost(Job<?> job) {}
}
