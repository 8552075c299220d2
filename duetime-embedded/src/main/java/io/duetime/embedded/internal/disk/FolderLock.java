package io.duetime.embedded.internal.disk;

import io.duetime.ErrorCode;
import io.duetime.StoreFailureException;
import io.duetime.text.PrivateFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a second process out of a folder. The operating system's lock on the file decides, and ends
 * with the process that held it; the text in the file only tells which process that is.
 */
final class FolderLock implements AutoCloseable {
  private static final int MOST_TEXT = 1_000;

  // Closing any channel to a file ends every lock that this process has on it, so the file of a
  // lock that is held here must not be opened again.
  private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

  private final Path file;
  private final FileChannel channel;

  private FolderLock(Path file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  /** Takes the lock in a folder, or tells which process has it. */
  static FolderLock take(Path folder) throws IOException {
    Path file = folder.toRealPath().resolve("lock");
    if (!HELD.add(file)) {
      throw heldBy(folder, self());
    }
    try {
      return new FolderLock(file, locked(folder, file));
    } catch (IOException | RuntimeException failure) {
      HELD.remove(file);
      throw failure;
    }
  }

  private static FileChannel locked(Path folder, Path file) throws IOException {
    FileChannel channel =
        PrivateFiles.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    try {
      if (lock(channel) == null) {
        throw heldBy(folder, text(channel));
      }
      write(channel, self());
      return channel;
    } catch (IOException | RuntimeException failure) {
      channel.close();
      throw failure;
    }
  }

  private static StoreFailureException heldBy(Path folder, String holder) {
    return new StoreFailureException(
        ErrorCode.STORE_LOCKED,
        "the folder "
            + folder.toAbsolutePath()
            + " is in use by "
            + holder
            + "; close it there first");
  }

  private static @Nullable FileLock lock(FileChannel channel) throws IOException {
    try {
      // One byte far behind the text: where locks forbid reading, the text stays readable.
      return channel.tryLock(Long.MAX_VALUE - 1, 1, false);
    } catch (OverlappingFileLockException heldByThisProcess) {
      return null;
    }
  }

  private static String self() {
    ProcessHandle process = ProcessHandle.current();
    String since =
        process.info().startInstant().map(Instant::toString).map(" started "::concat).orElse("");
    return "process " + process.pid() + host() + since;
  }

  private static String host() {
    String name = System.getenv("HOSTNAME");
    return name == null || name.isBlank() ? "" : " on " + name;
  }

  private static void write(FileChannel channel, String text) throws IOException {
    channel.truncate(0);
    channel.write(ByteBuffer.wrap((text + "\n").getBytes(StandardCharsets.UTF_8)), 0);
  }

  private static String text(FileChannel channel) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(MOST_TEXT);
    channel.read(bytes, 0);
    String text = new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8).strip();
    return text.isEmpty() ? "another process" : text;
  }

  @Override
  public void close() {
    if (!channel.isOpen()) {
      return;
    }
    try {
      channel.close();
    } catch (IOException ignored) {
      // The lock ends with the channel, closed well or not.
    } finally {
      HELD.remove(file);
    }
  }
}
