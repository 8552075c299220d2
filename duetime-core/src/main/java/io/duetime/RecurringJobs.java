package io.duetime;

import java.util.List;
import java.util.Optional;

/**
 * Manages the recurring definitions of a queue, which are kept in its store. Each tick creates
 * exactly one job, one tick ahead of its time, even when several processes are open.
 *
 * @param <T> the payload
 */
public interface RecurringJobs<T> {
  /**
   * Stores a definition, or replaces the one with this name. Storing the same definition again
   * changes nothing. Another schedule or template withdraws every tick that was never begun, also
   * one that is due, and makes the next tick by the new definition; {@link
   * RecurringRequest.Builder#keepPending} keeps them.
   */
  Recurring put(RecurringRequest<T> request);

  /** Lists all definitions, by name. */
  List<Recurring> list();

  /** Finds a definition by its name. */
  default Optional<Recurring> find(String name) {
    Limits.recurringName(name);
    return list().stream().filter(one -> one.name().equals(name)).findFirst();
  }

  /**
   * Pauses a definition and withdraws its ticks that were never begun. {@link MissedTicks} decides
   * on resume about those that have passed. Empty for an unknown name.
   */
  Optional<Recurring> pause(String name);

  /**
   * Resumes a definition; its {@link MissedTicks} setting applies to the ticks missed. Empty for an
   * unknown name.
   */
  Optional<Recurring> resume(String name);

  /**
   * Runs a definition once now, even while it is paused: schedules a job with the id {@code
   * name@<now>}, which counts against the queue's quotas. No tick moves. Empty for an unknown name.
   */
  Optional<Scheduled> runNow(String name);

  /**
   * Removes a definition and withdraws its ticks that were never begun. Storing the definition
   * again within a day repeats no tick. Empty for an unknown name.
   */
  default Optional<Recurring> remove(String name) {
    return remove(name, PendingTicks.WITHDRAW);
  }

  /**
   * As {@link #remove(String)}. With {@link PendingTicks#KEEP} the jobs of ticks that were never
   * begun stay; the answer names those to come ({@link Recurring#pending}).
   */
  Optional<Recurring> remove(String name, PendingTicks pending);
}
