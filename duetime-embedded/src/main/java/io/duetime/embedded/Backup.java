package io.duetime.embedded;

import io.duetime.ErrorCode;
import io.duetime.InvalidRequestException;
import io.duetime.StoreFailureException;
import io.duetime.embedded.internal.disk.Disk;
import io.duetime.embedded.internal.disk.StoreFolder;
import io.duetime.text.PrivateFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Copies an open store. */
final class Backup {
  private Backup() {}

  static void make(Disk disk, Path store, Path target) {
    requireOutside(store, target);
    prepare(target);
    try {
      disk.copyTo(StoreFolder.databaseIn(target));
      PrivateFiles.tighten(StoreFolder.databaseIn(target));
      // Last: without it the folder is not taken for a store.
      StoreFolder.mark(target);
    } catch (IOException failure) {
      throw new StoreFailureException(
          ErrorCode.STORE_FAILED, "cannot write to " + target + ": " + failure, failure);
    }
  }

  private static void requireOutside(Path store, Path target) {
    if (target.toString().chars().anyMatch(Character::isISOControl)) {
      throw new InvalidRequestException("folder", target, "a path without control characters");
    }
    if (real(target).startsWith(real(store))) {
      throw new InvalidRequestException(
          "folder", target, "a folder outside the folder of the store, " + store);
    }
  }

  /** A path without links in the part of it that exists. */
  private static Path real(Path path) {
    Path whole = path.toAbsolutePath().normalize();
    for (Path part = whole; part != null; part = part.getParent()) {
      if (Files.exists(part)) {
        try {
          return part.toRealPath().resolve(part.relativize(whole)).normalize();
        } catch (IOException unreadable) {
          return whole;
        }
      }
    }
    return whole;
  }

  // A folder that was never fit is the caller's mistake, not a failure of the store.
  private static void prepare(Path target) {
    boolean isWritable;
    try {
      if (!isFree(target)) {
        throw new InvalidRequestException(
            "folder", target, "a folder that does not exist yet, or an empty one");
      }
      PrivateFiles.createFolders(target);
      PrivateFiles.tighten(target);
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
