package io.duetime.bench.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** What Linux tells of a process; nothing of one that has ended, or of number 0. */
public record LinuxProcess(long pid) {
  /** This process. */
  public static LinuxProcess self() {
    return new LinuxProcess(ProcessHandle.current().pid());
  }

  /** The processor time of its children, and theirs, in steps of 10 ms. */
  public double childrenSeconds() {
    return ProcessHandle.of(pid).stream()
        .flatMap(ProcessHandle::descendants)
        .mapToDouble(child -> new LinuxProcess(child.pid()).ownSeconds())
        .sum();
  }

  /** Its processor time and that of its children, in steps of 10 ms. */
  public double cpuSeconds() {
    return ownSeconds() + childrenSeconds();
  }

  /** With that of children that have ended. */
  private double ownSeconds() {
    return lines("stat")
            .map(stat -> stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1))
            .flatMapToInt(all -> IntStream.rangeClosed(11, 14).map(i -> Integer.parseInt(all[i])))
            .sum()
        / 100.0;
  }

  /** A size of its memory, such as {@code VmRSS}. */
  public double bytes(String name) {
    return lines("status")
            .filter(line -> line.startsWith(name + ":"))
            .mapToDouble(line -> Double.parseDouble(line.replaceAll("[^0-9]", "")))
            .sum()
        * 1024;
  }

  private Stream<String> lines(String file) {
    try {
      return Files.readAllLines(Path.of("/proc", pid + "", file)).stream();
    } catch (IOException ended) {
      return Stream.of();
    }
  }
}
