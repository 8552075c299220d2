package io.duetime.kernel.transfer;

import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * Moves everything from one store into another, without loss: a job comes with its times, attempts,
 * history, answers and lease, so that it continues from its state.
 *
 * <p>Both stores may be in use meanwhile. A walk over a queue then shows each job that exists from
 * its beginning to its end once, in a state it had in between; it may show a job that was made or
 * ended meanwhile.
 *
 * <p>Callers check the entries that they put in.
 */
public interface Transfer {
  /** How many entries may be put in at once. */
  int MOST_ENTRIES = 1_000;

  /** The entries that belong to no queue: numbers and the fences of deleted queues. */
  CompletionStage<List<StoreEntry>> common();

  /** What a queue keeps except its jobs, the queue itself first. */
  CompletionStage<List<StoreEntry>> queueEntries(String queue);

  /** Begins a walk over all jobs of a queue, each id once. */
  JobWalk jobs(String queue);

  /**
   * Puts entries in and makes queues that do not exist. Existing data stays as it is: a job under
   * the same id, a recurring definition of the same name, settings other than the defaults. So
   * repeating changes nothing, as long as no job or definition ended in between.
   *
   * @param entries at most {@value #MOST_ENTRIES}, all of one queue or of none
   * @return for each whether it was put in
   */
  CompletionStage<List<Boolean>> take(List<StoreEntry> entries);

  /** A walk over the jobs of a queue. Used by one caller at a time. */
  interface JobWalk {
    /**
     * The next jobs, perhaps none. After a failure the same step can be made again.
     *
     * @param limit about how many, 1 to {@value #MOST_ENTRIES}; fewer where they are large
     */
    CompletionStage<Page> next(int limit);
  }

  /**
   * Some jobs of a walk.
   *
   * @param unreadable how many jobs are left out because their record cannot be understood
   * @param isLast whether this is the last page of the walk
   */
  record Page(List<StoreEntry.Job> jobs, int unreadable, boolean isLast) {}

  /** An engine whose whole store can be moved into another store. */
  interface Movable {
    /** The port through which entries leave and enter the store. */
    Transfer transfer();
  }
}
