package io.duetime;

import java.time.Instant;
import java.util.Collection;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;

/**
 * A part of a queue's jobs, by state, moment, tag and id. Immutable; nothing is asked of the store
 * before a page is.
 *
 * @param <T> the payload
 */
public interface JobList<T> {
  /**
   * The same within {@code [from, to)} of the due time; for DEAD, DONE and CANCELLED of the end.
   */
  JobList<T> between(Instant from, Instant to);

  /** The same with a tag. */
  JobList<T> tagged(String tag);

  /**
   * The same, only those with one of these ids, at most 10,000; they are listed in the order of
   * their ids.
   */
  JobList<T> withIds(Collection<String> ids);

  /**
   * The first page.
   *
   * @param limit 1 to 1,000 jobs
   */
  JobPage<T> page(int limit);

  /** As {@link #page(int)}, without waiting. */
  CompletionStage<JobPage<T>> pageAsync(int limit);

  /** The page behind another one, by its {@link JobPage#cursor}. */
  JobPage<T> page(int limit, String cursor);

  /** As {@link #page(int, String)}, without waiting. */
  CompletionStage<JobPage<T>> pageAsync(int limit, String cursor);

  /** All jobs, page by page as they are consumed; jobs may change between two pages. */
  Stream<StoredJob<T>> stream();
}
