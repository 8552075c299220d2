package io.duetime;

import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Receives the events of jobs in this process, for metrics and traces. Calls come from the threads
 * that do the work: implementations must be thread safe and short. What a listener throws is logged
 * once and has no other effect.
 */
public interface JobListener {
  /**
   * A job is about to be sent to the store; called on the caller's thread. {@link #scheduled} or
   * {@link #scheduleFailed} follows for the same id.
   *
   * @return headers to store with the job, such as a trace context. The caller's own headers win;
   *     headers that do not fit into the limits are left out, all of them.
   */
  default Map<String, String> scheduling(String queue, String id) {
    return Map.of();
  }

  /** The store has answered a request. */
  default void scheduled(String queue, Scheduled answer) {}

  /** The store has not answered a request, or has refused the call that it was part of. */
  default void scheduleFailed(String queue, String id, Throwable failure) {}

  /**
   * A claim has been answered with {@code jobs} jobs, perhaps none; shows that the claimer is
   * alive.
   */
  default void claimed(String queue, int jobs) {}

  /** A claim has failed; the next attempt follows by itself. */
  default void claimFailed(String queue, Throwable failure) {}

  /**
   * A due job was claimed for a caller of {@link JobConsumer#claim}; {@code lateness} is the time
   * between its due time and the claim. Jobs of workers are reported by {@link #started}.
   */
  default void leased(String queue, Duration lateness) {}

  /**
   * A handler begins; called on its thread. {@code lateness} is the time since the due time of this
   * attempt.
   */
  default void started(Job<?> job, Duration lateness) {}

  /** A handler has returned or thrown; called on its thread. {@link #finished} follows. */
  default void ended(Job<?> job) {}

  /** A handler has thrown, or the payload could not be decoded; {@link #finished} follows. */
  default void failed(Job<?> job, Throwable failure) {}

  /**
   * A handler has ended and its job is settled. With {@link SettleOutcome#LEASE_LOST} the run does
   * not count; {@code took} is near zero if the lease was over before the handler began.
   */
  default void finished(Job<?> job, SettleOutcome outcome, Duration took) {}

  /** The lease of a running job was lost. */
  default void leaseLost(Job<?> job) {}

  /** The store has answered a settlement of a claimed job, by a worker or through a lease. */
  default void settled(String queue, SettleOutcome outcome) {}

  /**
   * A call to the store has ended.
   *
   * @param operation the call in lower-case words, such as {@code schedule} or {@code claim by id}
   * @param took the time until its answer; a batch is one call
   * @param failure what the caller got instead of an answer, or null
   */
  default void storeCalled(String operation, Duration took, @Nullable Throwable failure) {}

  /**
   * An answer has told the time of a store with its own clock.
   *
   * @param skew the store's clock minus the clock of this process
   */
  default void clockSkew(Duration skew) {}
}
