package io.duetime.embedded.internal.disk;

import io.duetime.ErrorCode;
import io.duetime.InvalidRequestException;
import io.duetime.StoreFailureException;
import io.duetime.text.PrivateFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.UserPrincipal;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A store's folder, held by this process from {@link #open} to {@link #close}. */
public final class StoreFolder implements AutoCloseable {
  /**
   * A line of text that tells the version of the folder's format, readable before anything else is
   * opened: a version that is too new for us must not be touched.
   */
  private static final String FORMAT = "format";

  /** The version that is written. */
  private static final int VERSION = 8;

  private static final String PREFIX = "duetime embedded store, format ";
  private static final Pattern LINE = Pattern.compile(PREFIX + "(\\d{1,9})\\R?");

  private static final String EXPORT =
      "run `duetime export` on the folder with the version that wrote it, and `duetime import` into"
          + " a new folder with this one";

  private static final Logger LOG = LoggerFactory.getLogger(StoreFolder.class);

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
      } catch (IOException | RuntimeException | Error failure) {
        lock.close();
        throw failure;
      }
    } catch (IOException failure) {
      throw new StoreFailureException(
          ErrorCode.STORE_FAILED,
          "cannot use the folder " + path + ": " + reason(failure),
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
    if (!Files.exists(format)) {
      writeFormat(format);
      return;
    }
    // Each byte is a character: damage must not look like a folder that cannot be read.
    String text = Files.readString(format, StandardCharsets.ISO_8859_1);
    Matcher line = LINE.matcher(text);
    if (!line.matches()) {
      throw new StoreFailureException(
          ErrorCode.STORE_DAMAGED,
          format + " does not tell a format; restore it from a backup, or choose another folder");
    }
    int version = Integer.parseInt(line.group(1));
    if (version != VERSION) {
      throw new StoreFailureException(
          ErrorCode.STORE_DAMAGED,
          format
              + " tells format "
              + version
              + ", this version of Duetime reads format "
              + VERSION
              + "; "
              + (version < VERSION ? EXPORT : "open the folder with the version that wrote it"));
    }
  }

  /** Writes the file completely or not at all. */
  private static void writeFormat(Path file) throws IOException {
    Path fresh = file.resolveSibling(file.getFileName() + ".new");
    Files.deleteIfExists(fresh);
    try (FileChannel channel =
        PrivateFiles.open(fresh, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      channel.write(ByteBuffer.wrap((PREFIX + VERSION + "\n").getBytes(StandardCharsets.UTF_8)));
      channel.force(true);
    }
    Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    sync(file.toAbsolutePath().getParent());
  }

  // Without this the name may be lost with the power, and the folder is not taken for a store.
  private static void sync(@Nullable Path folder) {
    if (folder == null) {
      return;
    }
    try (FileChannel names = FileChannel.open(folder, StandardOpenOption.READ)) {
      names.force(true);
    } catch (IOException impossible) {
      LOG.debug(
          "This system has no way to sync the folder {}: {}", folder, impossible.getMessage());
    }
  }

  public static boolean isStore(Path path) {
    return Files.isRegularFile(path.resolve(FORMAT));
  }

  /** Makes a folder that has a database a store. */
  public static void mark(Path store) throws IOException {
    writeFormat(store.resolve(FORMAT));
  }

  public Path path() {
    return path;
  }

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

  @Override
  public void close() {
    giveFilesIn(path);
    lock.close();
  }

  // A command that an administrator runs on the folder of a service makes files that the service
  // could not open: they are given to the owner of the folder, where this process may do that.
  private static void giveFilesIn(Path folder) {
    try {
      UserPrincipal owner = Files.getOwner(folder);
      for (Path file : files(folder)) {
        if (!Files.getOwner(file, LinkOption.NOFOLLOW_LINKS).equals(owner)) {
          Files.setOwner(file, owner);
        }
      }
    } catch (IOException | UncheckedIOException | UnsupportedOperationException notAllowed) {
      // Only an administrator may; others cannot have made files of another owner.
    }
  }

  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> walk = Files.walk(folder)) {
      return walk.filter(file -> !Files.isSymbolicLink(file)).toList();
    }
  }

  static String reason(IOException failure) {
    if (failure instanceof AccessDeniedException denied && denied.getFile() != null) {
      return "the user %s may not use %s, which belongs to %s"
          .formatted(System.getProperty("user.name"), denied.getFile(), owner(denied.getFile()));
    }
    return failure.toString();
  }

  private static String owner(String file) {
    try {
      return Files.getOwner(Path.of(file)).getName();
    } catch (IOException | UnsupportedOperationException unknown) {
      return "another user";
    }
  }
}
