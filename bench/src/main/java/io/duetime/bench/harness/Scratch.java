package io.duetime.bench.harness;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** A new folder that is removed with all that is in it. */
public record Scratch(Path path) implements AutoCloseable {
  /** Makes one within another folder. */
  public static Scratch in(Path parent) {
    try {
      return new Scratch(Files.createTempDirectory(parent.toAbsolutePath(), "duetime-bench-"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The URI of an embedded store within. */
  public String storeUri() {
    return "embedded:" + path.resolve("store");
  }

  /** The size of its files, without the space that a store keeps in reserve. */
  public double bytes() {
    try (Stream<Path> all = Files.walk(path)) {
      return all.filter(file -> !file.endsWith("ballast"))
          .map(Path::toFile)
          .filter(File::isFile)
          .mapToDouble(File::length)
          .sum();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    try (Stream<Path> all = Files.walk(path)) {
      for (Path file : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
