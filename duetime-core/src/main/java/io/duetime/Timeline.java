package io.duetime;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * What is due when, and what ran when and how late.
 *
 * @param now the store's clock, which divides the two
 * @param buckets ascending, gapless, of equal length
 */
public record Timeline(Instant now, List<Bucket> buckets) {
  /** Copies the list. */
  public Timeline {
    buckets = List.copyOf(buckets);
  }

  /**
   * One stretch of time.
   *
   * @param from its first moment
   * @param to the first moment behind it
   * @param waiting jobs still waiting whose due time lies in it
   * @param ran jobs claimed in it; known by the minute, for the last 24 hours
   * @param meanLateness how late those were on average
   * @param maxLateness how late the latest of them was
   */
  public record Bucket(
      Instant from,
      Instant to,
      long waiting,
      long ran,
      Duration meanLateness,
      Duration maxLateness) {}
}
