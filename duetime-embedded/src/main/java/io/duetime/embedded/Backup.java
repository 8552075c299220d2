package io.duetime.embedded;

import io.duetime.ErrorCode;
import io.duetime.InvalidRequestException;
import io.duetime.StoreFailureException;
import io.duetime.embedded.internal.disk.Disk;
import io.duetime.embedded.internal.folder.StoreFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Copies an open store. */
final class Backup {
  private Backup() {}

  static void make(Disk disk, Path target) {
    prepare(target);
    try {
      disk.copyTo(StoreFolder.databaseIn(target));
      // Last: without it the folder is not taken for a store.
      StoreFolder.mark(target);
    } catch (IOException failure) {
      throw new StoreFailureException(
          ErrorCode.STORE_FAILED, "cannot write to " + target + ": " + failure, failure);
    }
  }

  // A folder that was never fit is the caller's mistake, not a failure of the store.
  private static void prepare(Path target) {
    boolean isWritable;
    try {
      if (!isFree(target)) {
        throw new InvalidRequestException(
            "folder", target, "a folder that does not exist yet, or an empty one");
      }
      Files.createDirectories(target);
      isWritable = Files.isWritable(target);
    } catch (IOException refused) {
      isWritable = false;
    }
    if (!isWritable) {
      throw new InvalidRequestException(
          "folder", target, "a folder that this process may write to");
    }
  }

  private static boolean isFree(Path target) throws IOException {
    if (!Files.isDirectory(target)) {
      return !Files.exists(target);
    }
    try (Stream<Path> files = Files.list(target)) {
      return files.findAny().isEmpty();
    }
  }
}
