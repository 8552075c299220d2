package io.duetime.engine;

import java.util.List;

/**
 * The jobs that are due in the future and that ran in the past, by time.
 *
 * @param nowMillis the store's clock
 * @param buckets ascending, without gaps, of equal length
 */
public record QueueTimeline(long nowMillis, List<Bucket> buckets) {
  /**
   * A span of time.
   *
   * @param fromMillis inclusive
   * @param toMillis exclusive
   * @param waiting the jobs that wait and are due in this span
   * @param ran the jobs claimed in this span: known by the minute for the last 24 hours, before
   *     that by the hour for 35 days; such an hour counts in the span in which it begins
   * @param latenessSumMillis the sum of their lateness: the time from due time to claim
   * @param latenessMaxMillis the largest lateness of those
   */
  public record Bucket(
      long fromMillis,
      long toMillis,
      long waiting,
      long ran,
      long latenessSumMillis,
      long latenessMaxMillis) {}
}
