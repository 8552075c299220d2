package io.duetime.embedded.internal.disk;

import io.duetime.ErrorCode;
import io.duetime.StoreFailureException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.rocksdb.LiveFileMetaData;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.SstFileReader;

/** Reads the files of a database one by one, so that each damaged one can be named. */
final class FileScan {
  private FileScan() {}

  static List<String> damagedTables(RocksDB db) {
    List<String> damaged = new ArrayList<>();
    try (Options options = new Options()) {
      for (LiveFileMetaData file : db.getLiveFilesMetaData()) {
        table(options, file.path() + file.fileName()).ifPresent(damaged::add);
      }
    }
    return damaged;
  }

  private static Optional<String> table(Options options, String file) {
    try (SstFileReader reader = new SstFileReader(options)) {
      reader.open(file);
      reader.verifyChecksum();
      return Optional.empty();
    } catch (RocksDBException failure) {
      return Optional.of(file + " cannot be read: " + failure.getMessage());
    }
  }

  static List<String> damagedLogs(Path folder) {
    List<String> damaged = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path log : files.filter(file -> file.toString().endsWith(".log")).sorted().toList()) {
        LogScan.Damage damage = LogScan.of(log);
        if (damage.exists()) {
          damaged.add(
              log
                  + " does not have its checksum at byte "
                  + damage.offset()
                  + (damage.isTail() ? ", and nothing sound follows" : ""));
        }
      }
      return damaged;
    } catch (IOException failure) {
      throw new StoreFailureException(
          ErrorCode.STORE_FAILED, "cannot read the logs in " + folder + ": " + failure, failure);
    }
  }
}
