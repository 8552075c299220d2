package io.duetime.engine.tck.torture;

import io.duetime.engine.tck.torture.Fault.Kind;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** A folder that can be filled: a small file system in memory if this user may mount one. */
final class Disk implements AutoCloseable {
  private static final int MEGABYTES = 192;

  private final Path folder;
  private final boolean mounted;
  private final String refusal;

  private Disk(Path folder, boolean mounted, String refusal) {
    this.folder = folder;
    this.mounted = mounted;
    this.refusal = refusal;
  }

  static Disk mount(Path folder) {
    try {
      Files.createDirectories(folder);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
    Command mount =
        Command.run(
            "mount", "-t", "tmpfs", "-o", "size=" + MEGABYTES + "m", "tmpfs", folder.toString());
    Disk disk = new Disk(folder, mount.worked(), mount.output());
    if (disk.mounted) {
      // A mount outlives its processes.
      Runtime.getRuntime().addShutdownHook(new Thread(disk::close, "disk"));
    }
    return disk;
  }

  Path folder() {
    return folder;
  }

  Map<Kind, String> impossible() {
    return mounted
        ? Map.of()
        : Map.of(Kind.DISK_FULL, "not possible: no tmpfs could be mounted (" + refusal + ")");
  }

  void fill() {
    byte[] zeros = new byte[1 << 16];
    try (OutputStream ballast = Files.newOutputStream(ballast())) {
      for (long written = 0; written < (long) MEGABYTES << 20; written += zeros.length) {
        ballast.write(zeros);
      }
    } catch (IOException full) {
      // As wanted.
    }
  }

  void free() {
    try {
      Files.deleteIfExists(ballast());
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private Path ballast() {
    return folder.resolve("ballast");
  }

  @Override
  public void close() {
    if (mounted) {
      Command.run("umount", "-l", folder.toString());
    }
  }
}
