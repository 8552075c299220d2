package io.duetime.internal.kernel;

import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Takes everything out of a store, and puts it into another one, without loss: a job comes with its
 * times, attempts, history, answers and lease, so that it goes on where it was.
 *
 * <p>What is taken out page by page is the store at one moment only if nothing changes meanwhile.
 */
public interface Transfer {
  /** How many entries may be put in at once. */
  int MOST_ENTRIES = 1_000;

  /** What belongs to no queue alone: numbers, and the fences of queues that were deleted. */
  CompletionStage<List<StoreEntry>> common();

  /** What a queue holds besides its jobs, the queue itself first. */
  CompletionStage<List<StoreEntry>> queueEntries(String queue);

  /**
   * Some jobs of a queue: waiting ones, leased ones, dead ones, remembered ones.
   *
   * @param cursor where the page before ended; null for the first
   * @param limit how many at most, 1 to {@value #MOST_ENTRIES}; less where they are large
   */
  CompletionStage<Page> jobs(String queue, @Nullable String cursor, int limit);

  /**
   * Puts entries in, making queues that do not exist. What is there already stays as it is: a job
   * under the same id, a recurring definition of the same name, settings other than the defaults.
   * So repeating changes nothing, as long as nothing has come to its end in between.
   *
   * @param entries at most {@value #MOST_ENTRIES}, all of one queue or of none
   * @return for each whether it was put in
   */
  CompletionStage<List<Boolean>> take(List<StoreEntry> entries);

  /**
   * Jobs, and where to go on.
   *
   * @param unreadable how many jobs were left out because their record cannot be understood
   * @param cursor null at the end
   */
  record Page(List<StoreEntry.Job> jobs, int unreadable, @Nullable String cursor) {}
}
