package io.duetime.engine;

import java.util.List;

/**
 * What is due when, and what ran when and how late.
 *
 * @param nowMillis the store's clock, which divides the two
 * @param buckets ascending, gapless, of equal length
 */
public record QueueTimeline(long nowMillis, List<Bucket> buckets) {
  /**
   * One stretch of time.
   *
   * @param fromMillis its first moment
   * @param toMillis the first moment behind it
   * @param waiting jobs still waiting whose due time lies in it
   * @param ran jobs claimed in it; known by the minute, for the last 24 hours
   * @param latenessSumMillis how late those were together, claim − due time
   * @param latenessMaxMillis how late the latest of them was
   */
  public record Bucket(
      long fromMillis,
      long toMillis,
      long waiting,
      long ran,
      long latenessSumMillis,
      long latenessMaxMillis) {}
}
