package io.duetime.bench.embedded;

/**
 * How fast something went.
 *
 * @param jobsPerSecond by the clock on the wall, which others who use the machine slow down
 * @param cpuMicros processor time of the whole process for each job, callers included, which they
 *     slow down far less
 */
record Pace(double jobsPerSecond, double cpuMicros) {

  static Pace of(long jobs, long wallNanos, long cpuNanos) {
    return new Pace(jobs * 1e9 / wallNanos, cpuNanos / 1e3 / jobs);
  }
}
