package io.duetime.bench.comparison;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** The processor time of processes, as Linux tells it. */
final class Cpu {
  private static final double TICKS = 100;

  private Cpu() {}

  /** Of this process. */
  static double ownSeconds() {
    return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
            .getProcessCpuTime()
        / 1e9;
  }

  /** Of a process, its children, and those of them that have ended; 0 of none. */
  static double seconds(long pid) {
    return pid == 0
        ? 0
        : ProcessHandle.of(pid).stream()
            .flatMap(server -> Stream.concat(Stream.of(server), server.descendants()))
            .mapToDouble(process -> ofOne(process.pid()))
            .sum();
  }

  private static double ofOne(long pid) {
    try {
      String stat = Files.readString(Path.of("/proc", pid + "", "stat"));
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
      double ticks = 0;
      for (int field = 11; field <= 14; field++) {
        ticks += Double.parseDouble(fields[field]);
      }
      return ticks / TICKS;
    } catch (IOException ended) {
      return 0;
    }
  }
}
