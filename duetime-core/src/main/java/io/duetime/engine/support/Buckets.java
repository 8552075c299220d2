package io.duetime.engine.support;

import io.duetime.Timeline;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Cuts a range into parts that differ by a millisecond at most. */
public final class Buckets {
  private Buckets() {}

  /**
   * Where the i-th of {@code buckets} parts of {@code [from, to)} begins; for i = buckets, where
   * the last ends.
   */
  public static long start(long from, long to, int buckets, int i) {
    long length = to - from;
    return from + length / buckets * i + length % buckets * i / buckets;
  }

  /** The part that contains a moment of {@code [from, to)}. */
  public static int indexOf(long moment, long from, long to, int buckets) {
    // A guess in floating point is off by a little at most: step to the part itself.
    int i = (int) Math.min(buckets - 1, (long) ((double) (moment - from) / (to - from) * buckets));
    while (i > 0 && start(from, to, buckets, i) > moment) {
      i--;
    }
    while (i + 1 < buckets && start(from, to, buckets, i + 1) <= moment) {
      i++;
    }
    return i;
  }

  /** The parts of {@code [from, to)}, in none of which anything is. */
  public static List<Timeline.Bucket> empty(long from, long to, int buckets) {
    List<Timeline.Bucket> empty = new ArrayList<>(buckets);
    for (int i = 0; i < buckets; i++) {
      empty.add(
          new Timeline.Bucket(
              Instant.ofEpochMilli(start(from, to, buckets, i)),
              Instant.ofEpochMilli(start(from, to, buckets, i + 1)),
              0,
              0,
              0,
              0,
              Duration.ZERO,
              Duration.ZERO));
    }
    return empty;
  }
}
