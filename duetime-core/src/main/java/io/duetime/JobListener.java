package io.duetime;

import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Receives the events of jobs in this process, for metrics and traces. Implementations must be
 * thread safe. What a listener throws is logged once and has no other effect.
 *
 * <p>{@link #scheduling} is called on the caller's thread, and {@link #started}, {@link #ended} and
 * {@link #failed} on the handler's thread, which wait for it. The other events are told one after
 * the other on another thread, so that a listener that blocks delays no job. A listener that is
 * 10,000 events behind, or whose waiting events keep jobs with 16 MiB of payload in memory, misses
 * the events that follow, which is logged at most once a minute.
 */
public interface JobListener {
  /**
   * Whether every event may be told directly on the thread on which it occurs, which costs less and
   * loses no event. That thread may serve all jobs of the store, so each method must return within
   * microseconds. False by default.
   */
  default boolean neverBlocks() {
    return false;
  }

  /**
   * A job is about to be sent to the store; called on the caller's thread. {@link #scheduled} or
   * {@link #scheduleFailed} follows for the same id.
   *
   * @return headers to store with the job, such as a trace context. The caller's own headers win; a
   *     header that does not fit into the limits is left out.
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
   * A due job was claimed for a caller of {@link JobQueue#claim}; {@code lateness} is the time
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

  /**
   * A handler has thrown, or the payload could not be decoded; called on the handler's thread.
   * {@link #finished} follows.
   */
  default void failed(Job<?> job, Throwable failure) {}

  /**
   * A handler has ended and its job is settled; follows each {@link #started}. With {@link
   * SettleOutcome#LEASE_LOST} the run does not count.
   */
  default void finished(Job<?> job, SettleOutcome outcome, Duration took) {}

  /** The lease of a job was lost while its handler ran or waited for a thread. */
  default void leaseLost(Job<?> job) {}

  /**
   * A handler went on after its interrupt and was abandoned ({@link
   * WorkerSettings.Builder#abandonAfter}). If it ends later, {@link #ended} and {@link #finished}
   * follow, with {@link SettleOutcome#LEASE_LOST}.
   */
  default void abandoned(Job<?> job) {}

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
   * The store has lost the data of a queue: its jobs are gone. Of the processes that share the
   * store, one is told; settings and recurring jobs that processes know are put again.
   */
  default void dataLost(String queue) {}

  /**
   * An answer has told the time of a store with its own clock.
   *
   * @param skew the store's clock minus the clock of this process
   */
  default void clockSkew(Duration skew) {}
}
