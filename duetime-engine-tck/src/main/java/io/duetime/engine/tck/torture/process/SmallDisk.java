package io.duetime.engine.tck.torture.process;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A folder that can be filled: a small file system in memory if this user may mount one. */
public record SmallDisk(Path folder, SystemCommand mount) implements AutoCloseable {
  private static final int MEGABYTES = 192;

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
    String path = created(folder).toString();
    String size = "size=" + MEGABYTES + "m";
    SmallDisk disk =
        new SmallDisk(folder, SystemCommand.run("mount", "-t", "tmpfs", "-o", size, "tmpfs", path));
    // A mount outlives its processes.
    Runtime.getRuntime().addShutdownHook(new Thread(disk::close, "disk"));
    return disk;
  }

  /** Why it cannot be filled, or nothing. */
  public String whyNot() {
    return mount.worked() ? "" : "not possible: no tmpfs could be mounted (" + mount.output() + ")";
  }

  public void fill() {
    try (OutputStream ballast = Files.newOutputStream(ballast())) {
      for (int i = 0; i < MEGABYTES; i++) {
        ballast.write(new byte[1 << 20]);
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
    if (mount.worked()) {
      SystemCommand.run("umount", "-l", folder.toString());
    }
  }
}
