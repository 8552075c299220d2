package io.duetime.embedded.internal.disk;

import io.duetime.ErrorCode;
import io.duetime.StoreFailureException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.rocksdb.Checkpoint;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.FlushOptions;
import org.rocksdb.LiveFileMetaData;
import org.rocksdb.Options;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.SstFileReader;
import org.rocksdb.TableProperties;
import org.rocksdb.WriteOptions;

/**
 * The open database. Reads see what has been written, synced or not. Thread-safe, except that
 * nothing may be called during or after {@link #close}.
 */
public final class Disk implements AutoCloseable {
  /** How much memory outside the heap what was read has by default. */
  public static final long DEFAULT_CACHE_BYTES = 32L << 20;

  /** How much memory outside the heap what was written has by default. */
  public static final long DEFAULT_BUFFER_BYTES = 64L << 20;

  private final DiskSettings settings;
  private final RocksDB db;
  private final Map<Family, ColumnFamilyHandle> families;
  private final LogExtender log;
  private final WriteOptions toTheSystem = new WriteOptions();
  private final ReadOptions reading = new ReadOptions();

  private Disk(
      DiskSettings settings,
      RocksDB db,
      Map<Family, ColumnFamilyHandle> families,
      LogExtender log) {
    this.settings = settings;
    this.db = db;
    this.families = families;
    this.log = log;
  }

  /** Opens a database with the memory that is usual. */
  public static Disk open(Path folder) {
    return open(folder, DEFAULT_CACHE_BYTES, DEFAULT_BUFFER_BYTES);
  }

  /**
   * Opens a database, making it when there is none.
   *
   * @param cacheBytes memory outside the heap for blocks that have been read, and indexes of files
   * @param bufferBytes such memory for what was written and is not yet in sorted files
   * @throws StoreFailureException if it is damaged; the message names the file
   */
  public static Disk open(Path folder, long cacheBytes, long bufferBytes) {
    RocksDB.loadLibrary();
    LogRepair.cutAddedZeros(folder);
    LogRepair.checkTail(folder);
    try {
      return tryOpen(folder, new DiskSettings(cacheBytes, bufferBytes));
    } catch (StoreFailureException failure) {
      if (failure.code() == ErrorCode.STORE_DAMAGED && LogRepair.cutTornTail(folder)) {
        return tryOpen(folder, new DiskSettings(cacheBytes, bufferBytes));
      }
      throw failure;
    }
  }

  private static Disk tryOpen(Path folder, DiskSettings settings) {
    return open(
        folder,
        settings,
        (families, handles) ->
            RocksDB.open(settings.database(), folder.toString(), families, handles));
  }

  /**
   * Opens a database without changing anything; only {@code get} and {@code scan} may be used.
   *
   * @throws StoreFailureException if it is damaged or not there
   */
  public static Disk openToRead(Path folder) {
    RocksDB.loadLibrary();
    DiskSettings settings = new DiskSettings(DEFAULT_CACHE_BYTES, DEFAULT_BUFFER_BYTES);
    return open(
        folder,
        settings,
        (families, handles) ->
            RocksDB.openReadOnly(settings.database(), folder.toString(), families, handles));
  }

  @FunctionalInterface
  private interface Opening {
    RocksDB open(List<ColumnFamilyDescriptor> families, List<ColumnFamilyHandle> handles)
        throws RocksDBException;
  }

  private static Disk open(Path folder, DiskSettings settings, Opening opening) {
    List<ColumnFamilyHandle> handles = new ArrayList<>();
    try {
      RocksDB db = DiskFailure.reading(() -> opening.open(descriptors(settings), handles));
      return new Disk(settings, db, byFamily(handles), new LogExtender(folder));
    } catch (StoreFailureException failure) {
      settings.close();
      throw failure;
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

  public Batch batch() {
    return new Batch(families);
  }

  /** The value of a key, or null. */
  public byte @Nullable [] get(Family family, byte[] key) {
    return DiskFailure.reading(() -> db.get(handle(family), reading, key));
  }

  /**
   * What there is of keys, in their order; faster than one by one, unless most are absent. A
   * damaged block fails none but the keys in it.
   *
   * @throws StoreFailureException if a file cannot be read for a reason other than damage
   */
  @SuppressWarnings("NullAway") // RocksDB's signature does not say that elements may be null
  public List<Reading> get(Family family, List<byte[]> keys) {
    List<ColumnFamilyHandle> handles = Collections.nCopies(keys.size(), handle(family));
    List<byte @Nullable []> values =
        DiskFailure.reading(() -> db.multiGetAsList(reading, handles, keys));
    List<Reading> readings = new ArrayList<>(keys.size());
    for (int i = 0; i < keys.size(); i++) {
      byte[] value = values.get(i);
      // The database answers null also for a key in a damaged block.
      readings.add(value != null ? new Reading(value, null) : read(family, keys.get(i)));
    }
    return readings;
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
      requireDamage(failure);
      return new Reading(null, failure);
    }
  }

  /** Walks through all of a family. */
  public Scan scan(Family family) {
    return scan(family, new byte[0], Keys.allEnd());
  }

  /** Walks through {@code [from, to)}. */
  public Scan scan(Family family, byte[] from, byte[] to) {
    return new Scan(db, handle(family), from, to);
  }

  /**
   * The keys of the first jobs within {@code [from, to)} of {@link Family#JOB}, by the indexes:
   * also of those that cannot be read. Walks through all entries of the indexes.
   */
  public List<byte[]> indexedJobs(byte[] from, byte[] to, int max) {
    TreeSet<byte[]> found = new TreeSet<>(Arrays::compareUnsigned);
    byte[] first = new Keys(Keys.queue(from)).first();
    for (Family index : List.of(Family.DUE, Family.ENDED, Family.LEASE)) {
      try {
        scan(index, first, to)
            .forEach(at -> {
              byte[] job = Keys.jobOf(index, at.key());
              if (Arrays.compareUnsigned(job, from) >= 0 && Arrays.compareUnsigned(job, to) < 0) {
                found.add(job);
              }
              if (found.size() > max) {
                found.pollLast();
              }
            });
      } catch (StoreFailureException failure) {
        // What the other indexes have is worth more than none.
        requireDamage(failure);
      }
    }
    return List.copyOf(found);
  }

  /** Throws a failure again unless it tells of damage. */
  public static void requireDamage(StoreFailureException failure) {
    if (failure.code() != ErrorCode.STORE_DAMAGED) {
      throw failure;
    }
  }

  /** Writes a batch as far as the operating system, and empties it. One thread at a time writes. */
  public void write(Batch batch) {
    long size = batch.size();
    DiskFailure.writing(() -> db.write(toTheSystem, batch.changes()));
    batch.clear();
    log.written(size);
  }

  /** Puts all that has been written on stable storage. */
  public void sync() {
    DiskFailure.writing(db::syncWal);
  }

  /** Makes a copy of the whole as it is now, in a folder that does not exist yet. */
  public void copyTo(Path folder) {
    try (Checkpoint checkpoint = Checkpoint.create(db)) {
      DiskFailure.writing(() -> checkpoint.createCheckpoint(folder.toString()));
    }
  }

  /** Reads every table and compares it with its checksums; answers what is wrong with which. */
  public List<String> damagedTables() {
    List<String> damaged = new ArrayList<>();
    try (Options options = new Options()) {
      for (LiveFileMetaData table : db.getLiveFilesMetaData()) {
        String file = table.path() + table.fileName();
        try (SstFileReader reader = new SstFileReader(options)) {
          reader.open(file);
          reader.verifyChecksum();
        } catch (RocksDBException failure) {
          damaged.add(file + " cannot be read: " + failure.getMessage());
        }
      }
    }
    return damaged;
  }

  public long fileBytes(Family family) {
    return DiskFailure.reading(
        () -> db.getLongProperty(handle(family), "rocksdb.total-sst-files-size"));
  }

  /** How many records and removals there are in the files of a family. */
  public long fileEntries(Family family) {
    return DiskFailure.reading(() -> db.getPropertiesOfAllTables(handle(family))).values().stream()
        .mapToLong(TableProperties::getNumEntries)
        .sum();
  }

  /** Writes out what is in memory of a family and rewrites its files without what is gone. */
  public void compact(Family family) {
    try (FlushOptions waiting = new FlushOptions().setWaitForFlush(true)) {
      DiskFailure.writing(() -> {
        db.flush(waiting, handle(family));
        db.compactRange(handle(family));
      });
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

  /**
   * What is known of a key after it was read.
   *
   * @param value its value; null if there is none, or if it cannot be read
   * @param damage why it cannot be read; null if it can
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record Reading(byte @Nullable [] value, @Nullable StoreFailureException damage) {
    public static final Reading ABSENT = new Reading(null, null);

    /** Whether there is certainly no such key. */
    public boolean isAbsent() {
      return value == null && damage == null;
    }
  }
}
