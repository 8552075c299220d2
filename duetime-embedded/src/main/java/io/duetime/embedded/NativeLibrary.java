package io.duetime.embedded;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.rocksdb.RocksDB;
import org.rocksdb.util.Environment;

/** The native library of the store on disk, which is packed into a jar. */
public final class NativeLibrary {
  private NativeLibrary() {}

  /**
   * Loads the library into this process, which takes some tenths of a second at the first time. A
   * store that is opened does so itself; another thread can do it before. Several may call at once.
   */
  public static void load() {
    RocksDB.loadLibrary();
  }

  /**
   * Unpacks the library of this system into a folder. A Java process whose {@code
   * java.library.path} has the folder loads it from there; every other one unpacks it again.
   */
  public static void unpack(Path folder) throws IOException {
    String name = Environment.getJniLibraryFileName("rocksdb");
    try (InputStream packed = RocksDB.class.getResourceAsStream("/" + name)) {
      Files.copy(Objects.requireNonNull(packed, name), folder.resolve(name));
    }
  }
}
