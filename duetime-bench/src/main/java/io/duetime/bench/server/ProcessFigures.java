package io.duetime.bench.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * What Linux tells of a process.
 *
 * @param residentMiB of its memory now
 * @param peakMiB of its memory at most so far
 * @param cpuSeconds of all its threads so far
 */
record ProcessFigures(double residentMiB, double peakMiB, double cpuSeconds) {
  private static final double TICKS_A_SECOND = 100;
  private static final int UTIME = 11;

  /** Reads them; throws when the process has ended. */
  static ProcessFigures of(long pid) throws IOException {
    Path folder = Path.of("/proc", String.valueOf(pid));
    List<String> status = Files.readAllLines(folder.resolve("status"));
    String stat = Files.readString(folder.resolve("stat"));
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
    double ticks = Double.parseDouble(fields[UTIME]) + Double.parseDouble(fields[UTIME + 1]);
    return new ProcessFigures(
        mebibytes(status, "VmRSS:"), mebibytes(status, "VmHWM:"), ticks / TICKS_A_SECOND);
  }

  private static double mebibytes(List<String> status, String name) throws IOException {
    return status.stream()
        .filter(line -> line.startsWith(name))
        .mapToDouble(line -> Double.parseDouble(line.replaceAll("[^0-9]", "")) / 1024)
        .findFirst()
        .orElseThrow(() -> new IOException("the process has ended"));
  }
}
