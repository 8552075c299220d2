package io.duetime.embedded;

import io.duetime.embedded.internal.disk.Batch;
import io.duetime.embedded.internal.disk.Disk;
import io.duetime.embedded.internal.disk.DiskSize;
import io.duetime.embedded.internal.disk.Family;
import io.duetime.embedded.internal.disk.Keys;
import io.duetime.embedded.internal.disk.Scan;
import io.duetime.embedded.internal.folder.StoreFolder;
import io.duetime.engine.Engine;
import io.duetime.engine.tck.fixture.SteppedFixture;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** A store in a folder of its own, with a clock that is moved by hand. */
final class EmbeddedFixture extends SteppedFixture {
  private static final EmbeddedOptions SMALL =
      new EmbeddedOptions(1 << 20, 0, 0, 8 << 20, 8 << 20, 4_096);

  private final Path folder;
  private final EmbeddedOptions options;
  private EmbeddedEngine engine;

  /** Holds so many of the next jobs on the heap. */
  EmbeddedFixture(int window) {
    try {
      folder = Files.createTempDirectory("duetime-embedded");
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
    options = SMALL.window(window);
    engine = EmbeddedEngine.open(folder, options, clock);
  }

  @Override
  public Engine engine() {
    return engine;
  }

  @Override
  public void reopen() {
    engine.close();
    engine = EmbeddedEngine.open(folder, options, clock);
  }

  @Override
  public boolean canDamage() {
    return true;
  }

  @Override
  public void damage(String queue, String id) {
    engine.close();
    try (Disk disk = Disk.open(StoreFolder.databaseIn(folder), DiskSize.DEFAULT);
        Batch batch = disk.batch()) {
      byte[] key = keyOf(disk, id);
      batch.deleteOnce(Family.JOB, key);
      batch.put(Family.JOB, key, new byte[] {1, 99, 99});
      disk.write(batch);
    }
    engine = EmbeddedEngine.open(folder, options, clock);
  }

  private static byte[] keyOf(Disk disk, String id) {
    try (Scan scan = disk.scan(Family.JOB, new byte[0], new byte[] {(byte) 0xff})) {
      for (; scan.isValid(); scan.next()) {
        if (Keys.id(scan.key()).equals(id)) {
          return scan.key();
        }
      }
    }
    throw new IllegalArgumentException("no job " + id);
  }

  @Override
  public void close() {
    engine.close();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
