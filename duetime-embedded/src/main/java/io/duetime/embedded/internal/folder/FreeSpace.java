package io.duetime.embedded.internal.folder;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Tells how much room there is for a store. */
@FunctionalInterface
public interface FreeSpace {
  /** Bytes that can still be written. */
  long bytes();

  /** The room on the disk that holds a folder. */
  static FreeSpace of(Path folder) {
    return () -> {
      try {
        return Files.getFileStore(folder).getUsableSpace();
      } catch (IOException failure) {
        throw new UncheckedIOException(failure);
      }
    };
  }
}
