package io.duetime.bench.load;

/**
 * How fast something went.
 *
 * @param jobs how many jobs it was for
 * @param jobsPerSecond by the clock on the wall, which others who use the machine slow down
 * @param cpuMicros processor time of the whole process for each job, callers included, which they
 *     slow down far less
 */
public record Throughput(long jobs, double jobsPerSecond, double cpuMicros) {

  /** Of so many jobs in so much time. */
  public static Throughput of(long jobs, long wallNanos, long cpuNanos) {
    return new Throughput(jobs, jobs * 1e9 / wallNanos, cpuNanos / 1e3 / jobs);
  }
}
