package io.duetime;

import java.time.Instant;
import java.util.Collection;
import java.util.stream.Stream;

/**
 * Selects jobs of a queue by state, time, tag and id; filters combine with AND. Immutable; only
 * pages call the store.
 *
 * @param <T> the payload
 */
public interface JobList<T> {
  /**
   * Returns a copy with the jobs of {@code [from, to)}, by due time; for DEAD, DONE and CANCELLED
   * by the time of the end.
   */
  JobList<T> between(Instant from, Instant to);

  /** Returns a copy with the jobs that have a tag, 1 to 255 bytes. */
  JobList<T> tagged(String tag);

  /**
   * Returns a copy with the jobs of these ids, at most 10,000, listed in the order of their ids.
   */
  JobList<T> withIds(Collection<String> ids);

  /**
   * Returns a copy with the jobs whose last failure has a fingerprint; see {@link
   * StoredJob.FailedAttempt}. A second one replaces the first.
   */
  JobList<T> failedWith(String fingerprint);

  /**
   * Returns a copy with the jobs whose last error contains a text, as it is written there: 1 to 255
   * bytes. A second one replaces the first.
   */
  JobList<T> errorContains(String text);

  /**
   * Answers the first page. It may have fewer jobs than its limit although more follow, because it
   * ends after {@link Limits#MAX_PAGE_BYTES} of payload; only a page without a cursor is the last.
   *
   * @param limit the most jobs, 1 to 1,000
   */
  JobPage<StoredJob<T>> page(int limit);

  /** Answers the page after another one, by its {@link JobPage#cursor}. */
  JobPage<StoredJob<T>> page(int limit, String cursor);

  /** Streams all jobs and reads pages as they are consumed; jobs may change between two pages. */
  Stream<StoredJob<T>> stream();
}
