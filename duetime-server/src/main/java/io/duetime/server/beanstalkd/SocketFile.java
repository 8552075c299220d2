package io.duetime.server.beanstalkd;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * The file of a Unix socket that is being created. It is bound in a folder that only this user may
 * enter, and moved to its place when it has its mode, so that no other user can ever connect. A
 * file that a killed server left is replaced.
 */
final class SocketFile implements AutoCloseable {
  private static final String NAME = "s";

  private final Path target;
  private final Path folder;

  private SocketFile(Path target, Path folder) {
    this.target = target;
    this.folder = folder;
  }

  /** Checks that no server listens there. */
  static SocketFile prepare(Path file) throws IOException {
    Path target = file.toAbsolutePath();
    requireFree(target);
    Path parent = target.getParent();
    return new SocketFile(
        target,
        Files.createTempDirectory(
            parent == null ? target : parent,
            ".dt",
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"))));
  }

  private static void requireFree(Path file) throws IOException {
    if (!Files.exists(file)) {
      return;
    }
    if (!Files.readAttributes(file, BasicFileAttributes.class).isOther()) {
      throw new FileAlreadyExistsException(file.toString(), null, "it is no socket");
    }
    try (SocketChannel probe = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      probe.connect(UnixDomainSocketAddress.of(file));
    } catch (IOException refused) {
      // Without a listener it is what a killed server left.
      return;
    }
    throw new FileAlreadyExistsException(file.toString(), null, "another process listens there");
  }

  /** Where to bind it. */
  Path path() {
    return folder.resolve(NAME);
  }

  /** Moves the bound socket to its place, and answers that. */
  Path publish() throws IOException {
    Files.setPosixFilePermissions(path(), PosixFilePermissions.fromString("rw-------"));
    Files.move(path(), target, StandardCopyOption.ATOMIC_MOVE);
    return target;
  }

  /** Removes a socket of a server that has stopped. */
  static void delete(Path socket) {
    try {
      Files.deleteIfExists(socket);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  @Override
  public void close() throws IOException {
    Files.deleteIfExists(path());
    Files.deleteIfExists(folder);
  }
}
