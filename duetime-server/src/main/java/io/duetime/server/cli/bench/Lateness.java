package io.duetime.server.cli.bench;

import java.util.Collection;

/**
 * How long after their due times jobs were claimed.
 *
 * @param jobs how many were measured; the others are 0 without any
 */
record Lateness(int jobs, long p50Millis, long p99Millis, long maxMillis) {
  static Lateness of(Collection<Long> millis) {
    long[] sorted = millis.stream().mapToLong(Long::longValue).sorted().toArray();
    int jobs = sorted.length;
    return jobs == 0
        ? new Lateness(0, 0, 0, 0)
        : new Lateness(jobs, rank(sorted, 0.5), rank(sorted, 0.99), sorted[jobs - 1]);
  }

  /** The least value that at least this part of all values does not exceed. */
  private static long rank(long[] sorted, double part) {
    return sorted[Math.max(0, (int) Math.ceil(part * sorted.length) - 1)];
  }
}
