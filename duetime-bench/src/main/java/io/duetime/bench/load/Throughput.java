package io.duetime.bench.load;

/**
 * How fast something went.
 *
 * @param jobs how many jobs it was for
 * @param jobsPerSecond by wall-clock time, which depends on other load on the machine
 * @param cpuMicros processor time of the whole process for each job, callers included; other load
 *     hardly changes it
 */
public record Throughput(long jobs, double jobsPerSecond, double cpuMicros) {

  /** Computes it from jobs and nanoseconds. */
  public static Throughput of(long jobs, long wallNanos, long cpuNanos) {
    return new Throughput(jobs, jobs * 1e9 / wallNanos, cpuNanos / 1e3 / jobs);
  }
}
