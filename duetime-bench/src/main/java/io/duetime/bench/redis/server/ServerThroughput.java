package io.duetime.bench.redis.server;

import io.duetime.bench.load.Throughput;

/**
 * How fast something went that a server had a part in.
 *
 * @param pace the speed, and the processor time of this process
 * @param serverCpuMicros processor time of the server for each job
 */
public record ServerThroughput(Throughput pace, double serverCpuMicros) {
  public double jobsPerSecond() {
    return pace.jobsPerSecond();
  }

  public double clientCpuMicros() {
    return pace.cpuMicros();
  }
}
