package io.duetime.embedded.internal.folder;

import io.duetime.ErrorCode;
import io.duetime.StoreFailureException;
import io.duetime.internal.files.PrivateFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A line of text that tells the version of the folder's format, readable before anything else is
 * opened: a version that is too new for us must not be touched.
 */
final class FormatFile {
  /** The version that is written. */
  static final int VERSION = 8;

  private static final String PREFIX = "duetime embedded store, format ";
  private static final Pattern LINE = Pattern.compile(PREFIX + "(\\d{1,9})\\R?");

  private static final String EXPORT =
      "run `duetime export` on the folder with the version that wrote it, and `duetime import` into"
          + " a new folder with this one";

  private static final Logger LOG = LoggerFactory.getLogger(FormatFile.class);

  private FormatFile() {}

  /** Checks the version, or writes it when there is none yet. */
  static void check(Path file) throws IOException {
    if (!Files.exists(file)) {
      write(file);
      return;
    }
    String text = Files.readString(file, StandardCharsets.UTF_8);
    Matcher line = LINE.matcher(text);
    if (!line.matches()) {
      throw new StoreFailureException(
          ErrorCode.STORE_DAMAGED,
          file + " does not tell a format; restore it from a backup, or choose another folder");
    }
    int version = Integer.parseInt(line.group(1));
    if (version != VERSION) {
      throw new StoreFailureException(
          ErrorCode.STORE_DAMAGED,
          file
              + " tells format "
              + version
              + ", this version of Duetime reads format "
              + VERSION
              + "; "
              + (version < VERSION ? EXPORT : "open the folder with the version that wrote it"));
    }
  }

  /** Writes the file completely or not at all. */
  static void write(Path file) throws IOException {
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
}
