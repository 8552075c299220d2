package io.duetime.text;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes files and folders that only their owner may use, whatever the umask is. Where a file system
 * has no such permissions, it makes them as usual.
 */
public final class PrivateFiles {
  private static final Logger LOG = LoggerFactory.getLogger(PrivateFiles.class);
  private static final Set<PosixFilePermission> OWNERS =
      PosixFilePermissions.fromString("rwx------");
  private static final Set<PosixFilePermission> OWNERS_FILE =
      PosixFilePermissions.fromString("rw-------");

  private PrivateFiles() {}

  /** Makes a folder and its parents where they are missing. */
  public static void createFolders(Path folder) throws IOException {
    Files.createDirectories(folder, attributes(folder, OWNERS));
  }

  /** Opens a file, which is private if it is new. Follows no link. */
  public static FileChannel open(Path file, OpenOption... options) throws IOException {
    Set<OpenOption> all = new HashSet<>(List.of(options));
    all.add(LinkOption.NOFOLLOW_LINKS);
    return FileChannel.open(file, all, attributes(file, OWNERS_FILE));
  }

  /** Takes a folder from everybody but its owner; says so if others could use it. */
  public static void tighten(Path folder) {
    if (!hasPermissions(folder) || !Files.isDirectory(folder)) {
      return;
    }
    try {
      Set<PosixFilePermission> found = Files.getPosixFilePermissions(folder);
      if (!OWNERS.containsAll(found)) {
        Files.setPosixFilePermissions(folder, OWNERS);
        LOG.info(
            "The permissions of {} were {}; only its owner may use it now",
            folder,
            PosixFilePermissions.toString(found));
      }
    } catch (IOException notAllowed) {
      LOG.warn("Others may be able to read {}: {}", folder, notAllowed.toString());
    }
  }

  private static FileAttribute<?>[] attributes(Path path, Set<PosixFilePermission> permissions) {
    return hasPermissions(path)
        ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(permissions)}
        : new FileAttribute<?>[0];
  }

  private static boolean hasPermissions(Path path) {
    return path.getFileSystem().supportedFileAttributeViews().contains("posix");
  }
}
