package io.duetime;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * The jobs that are due in the future and that ran in the past, by time.
 *
 * @param now the store's clock
 * @param buckets ascending, without gaps, of equal length
 */
public record Timeline(Instant now, List<Bucket> buckets) {
  /** Copies the list. */
  public Timeline {
    buckets = List.copyOf(buckets);
  }

  /**
   * A span of time.
   *
   * @param from inclusive
   * @param to exclusive
   * @param waiting the jobs that wait and are due in this span
   * @param ran the jobs claimed in this span: known by the minute for the last 24 hours, before
   *     that by the hour for 35 days; such an hour counts in the span in which it begins
   * @param done the attempts that ended with success in this span
   * @param failed the attempts that failed in this span: retried, buried, or their leases lost
   * @param totalLateness the sum of the lateness of the jobs claimed: the time from due time to
   *     claim
   * @param maxLateness the largest lateness of the jobs claimed
   */
  public record Bucket(
      Instant from,
      Instant to,
      long waiting,
      long ran,
      long done,
      long failed,
      Duration totalLateness,
      Duration maxLateness) {
    /** Returns the mean lateness of the jobs that ran, in whole milliseconds; zero if none ran. */
    public Duration meanLateness() {
      return Duration.ofMillis(ran == 0 ? 0 : totalLateness.toMillis() / ran);
    }
  }
}
