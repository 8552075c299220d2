package io.duetime.embedded.internal.folder;

import io.duetime.ErrorCode;
import io.duetime.InvalidRequestException;
import io.duetime.StoreFailureException;
import io.duetime.internal.files.PrivateFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A store's folder, held by this process from {@link #open} to {@link #close}. */
public final class StoreFolder implements AutoCloseable {
  private static final String FORMAT = "format";

  private final Path path;
  private final FolderLock lock;

  private StoreFolder(Path path, FolderLock lock) {
    this.path = path;
    this.lock = lock;
  }

  /**
   * Takes hold of a folder, making it when there is none.
   *
   * @throws StoreFailureException if another process holds it, if a newer version has written it,
   *     or if it cannot be used
   */
  public static StoreFolder open(Path path) {
    try {
      PrivateFiles.createFolders(path);
      FolderLock lock = FolderLock.take(path);
      try {
        checkFormat(path);
        PrivateFiles.createFolders(databaseIn(path));
        // The database makes its files with the umask: no other user may reach them.
        PrivateFiles.tighten(databaseIn(path));
        return new StoreFolder(path, lock);
      } catch (IOException | RuntimeException failure) {
        lock.close();
        throw failure;
      }
    } catch (IOException failure) {
      throw new StoreFailureException(
          ErrorCode.STORE_FAILED,
          "cannot use the folder " + path + ": " + FolderOwner.reason(failure),
          failure);
    }
  }

  /**
   * Takes hold of a folder that is a store already.
   *
   * @throws InvalidRequestException if it is none
   */
  public static StoreFolder openExisting(Path path) {
    if (!isStore(path)) {
      throw new InvalidRequestException("folder", path, "a folder with a store");
    }
    return open(path);
  }

  private static void checkFormat(Path path) throws IOException {
    Path format = path.resolve(FORMAT);
    if (!Files.exists(format) && Files.exists(databaseIn(path))) {
      throw new StoreFailureException(
          ErrorCode.STORE_DAMAGED,
          path + " has a database but no file " + FORMAT + ": a backup that was not finished?");
    }
    FormatFile.check(format);
  }

  /** Whether a folder has been made a store. */
  public static boolean isStore(Path path) {
    return Files.isRegularFile(path.resolve(FORMAT));
  }

  /** Makes a folder that has a database a store. */
  public static void mark(Path store) throws IOException {
    FormatFile.write(store.resolve(FORMAT));
  }

  /** Where the folder is. */
  public Path path() {
    return path;
  }

  /** Where the database is. */
  public Path database() {
    return databaseIn(path);
  }

  /** Where the database of a store is. */
  public static Path databaseIn(Path store) {
    return store.resolve("db");
  }

  /** Where space is kept aside. */
  public Path ballast() {
    return path.resolve("ballast");
  }

  /** Lets the folder go. */
  @Override
  public void close() {
    FolderOwner.giveFilesIn(path);
    lock.close();
  }
}
