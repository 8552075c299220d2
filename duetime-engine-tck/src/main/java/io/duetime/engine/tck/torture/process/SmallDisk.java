package io.duetime.engine.tck.torture.process;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** A folder that can be filled: a small file system in memory if this user may mount one. */
public final class SmallDisk implements AutoCloseable {
  private static final int MEGABYTES = 192;

  private final Path folder;
  private final boolean mounted;
  private final String refusal;

  private SmallDisk(Path folder, boolean mounted, String refusal) {
    this.folder = folder;
    this.mounted = mounted;
    this.refusal = refusal;
  }

  /** Makes a folder. */
  public static Path created(Path folder) {
    try {
      return Files.createDirectories(folder);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /** Makes a folder and mounts a file system there. */
  public static SmallDisk mount(Path folder) {
    created(folder);
    SystemCommand mount =
        SystemCommand.run(
            "mount", "-t", "tmpfs", "-o", "size=" + MEGABYTES + "m", "tmpfs", folder.toString());
    SmallDisk disk = new SmallDisk(folder, mount.worked(), mount.output());
    if (disk.mounted) {
      // A mount outlives its processes.
      Runtime.getRuntime().addShutdownHook(new Thread(disk::close, "disk"));
    }
    return disk;
  }

  /** Why it cannot be filled, or null. */
  public @Nullable String whyNot() {
    return mounted ? null : "not possible: no tmpfs could be mounted (" + refusal + ")";
  }

  public void fill() {
    byte[] zeros = new byte[1 << 16];
    try (OutputStream ballast = Files.newOutputStream(ballast())) {
      for (long written = 0; written < (long) MEGABYTES << 20; written += zeros.length) {
        ballast.write(zeros);
      }
    } catch (IOException full) {
      // As wanted.
    }
  }

  public void free() {
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
      SystemCommand.run("umount", "-l", folder.toString());
    }
  }
}
