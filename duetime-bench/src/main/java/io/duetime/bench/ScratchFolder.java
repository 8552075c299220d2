package io.duetime.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A new folder that vanishes with all that is in it. */
public final class ScratchFolder implements AutoCloseable {
  private final Path path;

  private ScratchFolder(Path path) {
    this.path = path;
  }

  /** Makes one within another folder. */
  public static ScratchFolder in(Path parent) {
    try {
      Files.createDirectories(parent);
      return new ScratchFolder(Files.createTempDirectory(parent, "duetime-bench-"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the path of the folder. */
  public Path path() {
    return path;
  }

  @Override
  public void close() {
    try (Stream<Path> all = Files.walk(path)) {
      List<Path> childrenFirst = all.sorted(Comparator.reverseOrder()).toList();
      for (Path file : childrenFirst) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
