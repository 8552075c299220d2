package io.duetime.cli.work;

import io.duetime.InvalidRequestException;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The options of {@code duetime work}, checked. */
record WorkPlan(String queue, String command, int concurrency, Times times, Manner manner) {
  private static final Duration SHORTEST_LEASE = Duration.ofSeconds(1);

  /**
   * The times of a worker.
   *
   * @param timeout of one command, or null for no limit
   * @param idleExit time without a job after which the worker ends, or null for never
   * @param grace for running commands when stopped
   */
  record Times(
      Duration lease, @Nullable Duration timeout, @Nullable Duration idleExit, Duration grace) {
    /** Checks that a lease leaves time to be extended. */
    Times {
      if (lease.compareTo(SHORTEST_LEASE) < 0) {
        throw new InvalidRequestException("--lease", lease, "1 second or more");
      }
    }
  }

  /**
   * How results are settled and printed.
   *
   * @param buryOn exit codes that bury a job
   * @param max how many jobs to run
   */
  record Manner(Set<Integer> buryOn, long max, String consumer, boolean quiet, boolean json) {}
}
