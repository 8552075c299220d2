package io.duetime.bench.redis;

import io.duetime.bench.load.Pace;

/**
 * How fast something went that a server had a part in.
 *
 * @param pace the speed, and the processor time of this process
 * @param serverCpuMicros processor time of the server for each job
 */
record ServerPace(Pace pace, double serverCpuMicros) {
  double jobsPerSecond() {
    return pace.jobsPerSecond();
  }

  double clientCpuMicros() {
    return pace.cpuMicros();
  }
}
