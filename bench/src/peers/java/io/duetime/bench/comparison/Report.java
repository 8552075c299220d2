package io.duetime.bench.comparison;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** stub */
record Report(Results results, Load load, int turns, Path folder) {
  void write() throws IOException {
    Files.createDirectories(folder);
  }
}
