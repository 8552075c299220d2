package io.duetime.server.cli.bench;

import io.duetime.InvalidRequestException;

/**
 * What to measure.
 *
 * @param jobs jobs of the phases that count rates
 * @param callers calls at once
 * @param batch jobs of a call
 * @param payloadBytes bytes of each payload
 * @param perSecond jobs that become due in a second while lateness is measured; 0 leaves that out
 * @param seconds how long lateness is measured
 */
record BenchPlan(int jobs, int callers, int batch, int payloadBytes, int perSecond, int seconds) {
  private static final int MOST_JOBS = 10_000_000;
  private static final int MOST_CALLERS = 1_000;
  private static final int MOST_IN_BATCH = 1_000;
  private static final int MOST_BYTES = 100_000;
  private static final int LONGEST_SECONDS = 3_600;

  BenchPlan {
    require("--jobs", jobs, 1, MOST_JOBS);
    require("--callers", callers, 1, MOST_CALLERS);
    require("--batch", batch, 1, MOST_IN_BATCH);
    require("--payload-bytes", payloadBytes, 0, MOST_BYTES);
    require("--per-second", perSecond, 0, MOST_JOBS);
    require("--seconds", seconds, 1, LONGEST_SECONDS);
    require("--per-second times --seconds", (long) perSecond * seconds, 0, MOST_JOBS);
  }

  /** How many jobs become due while lateness is measured. */
  int timedJobs() {
    return perSecond * seconds;
  }

  private static void require(String option, long value, long least, long most) {
    if (value < least || value > most) {
      throw new InvalidRequestException(option, value, least + " to " + most);
    }
  }
}
