package io.duetime.bench.big;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** What a store takes up. */
final class Footprint {
  private Footprint() {}

  /** Bytes of memory of this process now, heap and all else, as far as the system tells. */
  static long residentBytes() {
    return status("VmRSS:");
  }

  /** The most it ever was. */
  static long residentPeakBytes() {
    return status("VmHWM:");
  }

  private static long status(String name) {
    try (Stream<String> lines = Files.lines(Path.of("/proc/self/status"))) {
      return lines
          .filter(line -> line.startsWith(name))
          .map(line -> line.replaceAll("\\D", ""))
          .mapToLong(kib -> Long.parseLong(kib) << 10)
          .findFirst()
          .orElse(0);
    } catch (IOException e) {
      return 0; // not Linux
    }
  }

  /**
   * Bytes of the files of a store that are logs, or of those that are not; without the room it
   * keeps aside, which holds nothing.
   */
  static long fileBytes(Path folder, boolean logs) {
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .filter(Files::isRegularFile)
          .filter(file -> file.toString().endsWith(".log") == logs)
          .filter(file -> !file.endsWith("ballast"))
          .mapToLong(Footprint::size)
          .sum();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static long size(Path file) {
    try {
      return Files.size(file);
    } catch (IOException e) {
      return 0; // deleted meanwhile
    }
  }
}
