package io.duetime.embedded.internal.disk;

import io.duetime.ErrorCode;
import io.duetime.StoreFailureException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.rocksdb.Checkpoint;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.FlushOptions;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.TableProperties;
import org.rocksdb.WriteOptions;

/**
 * The open database. Reads see what has been written, synced or not. Thread-safe, except that
 * nothing may be called during or after {@link #close}.
 */
public final class Disk implements AutoCloseable {
  private final DiskSettings settings;
  private final RocksDB db;
  private final Map<Family, ColumnFamilyHandle> families;
  private final WriteOptions toTheSystem = new WriteOptions();
  private final ReadOptions reading = new ReadOptions();

  private Disk(DiskSettings settings, RocksDB db, Map<Family, ColumnFamilyHandle> families) {
    this.settings = settings;
    this.db = db;
    this.families = families;
  }

  /**
   * Opens a database, making it when there is none.
   *
   * @throws StoreFailureException if it is damaged; the message names the file
   */
  public static Disk open(Path folder, DiskSize size) {
    RocksDB.loadLibrary();
    LogRepair.checkTail(folder);
    try {
      return tryOpen(folder, size);
    } catch (StoreFailureException failure) {
      if (failure.code() == ErrorCode.STORE_DAMAGED && LogRepair.cutTornTail(folder)) {
        return tryOpen(folder, size);
      }
      throw failure;
    }
  }

  private static Disk tryOpen(Path folder, DiskSize size) {
    DiskSettings settings = new DiskSettings(size);
    List<ColumnFamilyHandle> handles = new ArrayList<>();
    try {
      RocksDB db =
          RocksDB.open(settings.database(), folder.toString(), descriptors(settings), handles);
      return new Disk(settings, db, byFamily(handles));
    } catch (RocksDBException failure) {
      settings.close();
      throw DiskFailure.reading(failure);
    }
  }

  /**
   * Opens a database without changing anything; only {@code get} and {@code scan} may be used.
   *
   * @throws StoreFailureException if it is damaged or not there
   */
  public static Disk openToRead(Path folder, DiskSize size) {
    RocksDB.loadLibrary();
    DiskSettings settings = new DiskSettings(size);
    List<ColumnFamilyHandle> handles = new ArrayList<>();
    try {
      RocksDB db =
          RocksDB.openReadOnly(
              settings.database(), folder.toString(), descriptors(settings), handles);
      return new Disk(settings, db, byFamily(handles));
    } catch (RocksDBException failure) {
      settings.close();
      throw DiskFailure.reading(failure);
    }
  }

  private static List<ColumnFamilyDescriptor> descriptors(DiskSettings settings) {
    List<ColumnFamilyDescriptor> descriptors = new ArrayList<>();
    for (Family family : Family.values()) {
      descriptors.add(new ColumnFamilyDescriptor(family.label(), settings.family(family)));
    }
    return descriptors;
  }

  private static Map<Family, ColumnFamilyHandle> byFamily(List<ColumnFamilyHandle> handles) {
    Map<Family, ColumnFamilyHandle> families = new EnumMap<>(Family.class);
    Iterator<ColumnFamilyHandle> next = handles.iterator();
    for (Family family : Family.values()) {
      families.put(family, next.next());
    }
    return families;
  }

  /** Begins a batch. */
  public Batch batch() {
    return new Batch(families);
  }

  /** The value of a key, or null. */
  public byte @Nullable [] get(Family family, byte[] key) {
    try {
      return db.get(handle(family), reading, key);
    } catch (RocksDBException failure) {
      throw DiskFailure.reading(failure);
    }
  }

  /**
   * What there is of keys, in their order; faster than one by one, unless most are absent. A
   * damaged block fails none but the keys in it.
   *
   * @throws StoreFailureException if a file cannot be read for a reason other than damage
   */
  @SuppressWarnings("NullAway") // RocksDB's signature does not say that elements may be null
  public List<Reading> get(Family family, List<byte[]> keys) {
    try {
      List<byte @Nullable []> values =
          db.multiGetAsList(reading, Collections.nCopies(keys.size(), handle(family)), keys);
      List<Reading> readings = new ArrayList<>(keys.size());
      for (int i = 0; i < keys.size(); i++) {
        byte[] value = values.get(i);
        // The database answers null also for a key in a damaged block.
        readings.add(value != null ? new Reading(value, null) : read(family, keys.get(i)));
      }
      return readings;
    } catch (RocksDBException failure) {
      throw DiskFailure.reading(failure);
    }
  }

  /**
   * What there is of a key.
   *
   * @throws StoreFailureException if its file cannot be read for a reason other than damage
   */
  public Reading read(Family family, byte[] key) {
    try {
      byte[] value = get(family, key);
      return value == null ? Reading.ABSENT : new Reading(value, null);
    } catch (StoreFailureException failure) {
      if (failure.code() != ErrorCode.STORE_DAMAGED) {
        throw failure;
      }
      return new Reading(null, failure);
    }
  }

  /** Walks through {@code [from, to)}. */
  public Scan scan(Family family, byte[] from, byte[] to) {
    return new Scan(db, handle(family), from, to);
  }

  /**
   * The keys of the first jobs within {@code [from, to)} of {@link Family#JOB}, by the indexes:
   * also of those that cannot be read.
   */
  public List<byte[]> indexedJobs(byte[] from, byte[] to, int max) {
    return IndexedJobs.within(this, from, to, max);
  }

  /** Writes a batch as far as the operating system, and empties it. */
  public void write(Batch batch) {
    try {
      db.write(toTheSystem, batch.changes());
      batch.clear();
    } catch (RocksDBException failure) {
      throw DiskFailure.writing(failure);
    }
  }

  /** Puts all that has been written on stable storage. */
  public void sync() {
    try {
      db.syncWal();
    } catch (RocksDBException failure) {
      throw DiskFailure.writing(failure);
    }
  }

  /** Makes a copy of the whole as it is now, in a folder that does not exist yet. */
  public void copyTo(Path folder) {
    try (Checkpoint checkpoint = Checkpoint.create(db)) {
      checkpoint.createCheckpoint(folder.toString());
    } catch (RocksDBException failure) {
      throw DiskFailure.writing(failure);
    }
  }

  /** Reads every table and compares it with its checksums; answers what is wrong with which. */
  public List<String> damagedTables() {
    return FileScan.damagedTables(db);
  }

  /** Reads every log and compares it with its checksums; answers what is wrong with which. */
  public static List<String> damagedLogs(Path folder) {
    return FileScan.damagedLogs(folder);
  }

  /** Bytes of the files of a family. */
  public long fileBytes(Family family) {
    try {
      return db.getLongProperty(handle(family), "rocksdb.total-sst-files-size");
    } catch (RocksDBException failure) {
      throw DiskFailure.reading(failure);
    }
  }

  /** How many records and removals there are in the files of a family. */
  public long fileEntries(Family family) {
    try {
      return db.getPropertiesOfAllTables(handle(family)).values().stream()
          .mapToLong(TableProperties::getNumEntries)
          .sum();
    } catch (RocksDBException failure) {
      throw DiskFailure.reading(failure);
    }
  }

  /** Writes out what is in memory of a family and rewrites its files without what is gone. */
  public void compact(Family family) {
    try (FlushOptions waiting = new FlushOptions().setWaitForFlush(true)) {
      db.flush(waiting, handle(family));
      db.compactRange(handle(family));
    } catch (RocksDBException failure) {
      throw DiskFailure.writing(failure);
    }
  }

  /** Ends what runs in the background; nothing is written to files any more. */
  public void stopBackground() {
    db.cancelAllBackgroundWork(true);
  }

  /** Stops what runs in the background and closes all files. */
  @Override
  public void close() {
    stopBackground();
    families.values().forEach(ColumnFamilyHandle::close);
    db.close();
    toTheSystem.close();
    reading.close();
    settings.close();
  }

  private ColumnFamilyHandle handle(Family family) {
    return Objects.requireNonNull(families.get(family));
  }
}
