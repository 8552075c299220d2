package io.duetime.embedded.internal.disk;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Properties;
import org.rocksdb.AbstractNativeReference;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.Cache;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompressionType;
import org.rocksdb.DBOptions;
import org.rocksdb.InfoLogLevel;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.TablePropertiesCollectorFactory;
import org.rocksdb.UInt64AddOperator;
import org.rocksdb.WALRecoveryMode;
import org.rocksdb.WriteBufferManager;

/** How the database is set up; {@code docs/decisions} says what was measured. */
final class DiskSettings implements AutoCloseable {
  private static final long KIB = 1L << 10;
  private static final long MIB = 1L << 20;
  private static final double BLOOM_BITS = 10;
  private static final int MOST_OPEN_FILES = 1_000;

  /** The list of files is read whole when the store is opened. */
  private static final long MOST_LIST_BYTES = 16 * MIB;

  /**
   * One thread reads. In the usual 64 shards of half a megabyte, the indexes and filters of files,
   * hundreds of kilobytes each, push one another out.
   */
  private static final int ONE_SHARD = 0;

  private final Deque<AbstractNativeReference> owned = new ArrayDeque<>();
  private final long bufferBytes;
  private final Cache cache;
  private final DBOptions database;

  DiskSettings(long cacheBytes, long bufferBytes) {
    this.bufferBytes = bufferBytes;
    this.cache = own(new LRUCache(cacheBytes, ONE_SHARD));
    this.database = own(databaseOptions());
  }

  DBOptions database() {
    return database;
  }

  private DBOptions databaseOptions() {
    // A log that was cut off behind what had been synced of it is damage, not a torn tail.
    Properties strict = new Properties();
    strict.setProperty("track_and_verify_wals_in_manifest", "true");
    DBOptions options = DBOptions.getDBOptionsFromProps(strict);
    return options
        .setCreateIfMissing(true)
        .setCreateMissingColumnFamilies(true)
        .setWalRecoveryMode(WALRecoveryMode.TolerateCorruptedTailRecords)
        .setMaxTotalWalSize(bufferBytes)
        .setMaxManifestFileSize(MOST_LIST_BYTES)
        .setWriteBufferManager(own(new WriteBufferManager(bufferBytes, cacheForBuffers())))
        .setMaxBackgroundJobs(2)
        .setMaxOpenFiles(openFiles())
        .setBytesPerSync(MIB)
        .setSkipStatsUpdateOnDbOpen(true)
        .setAvoidUnnecessaryBlockingIO(true)
        .setStatsDumpPeriodSec(0)
        .setStatsPersistPeriodSec(0)
        .setInfoLogLevel(InfoLogLevel.WARN_LEVEL)
        .setMaxLogFileSize(MIB)
        .setKeepLogFileNum(2);
  }

  /** At most a quarter of what the process may open: the rest is for its connections. */
  private static int openFiles() {
    return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
        ? (int) Math.min(MOST_OPEN_FILES, unix.getMaxFileDescriptorCount() / 4)
        : MOST_OPEN_FILES;
  }

  // The buffers are bounded by themselves; a cache of their own keeps them from pushing blocks out.
  private Cache cacheForBuffers() {
    return own(new LRUCache(2 * bufferBytes));
  }

  ColumnFamilyOptions family(Family family) {
    return switch (family) {
      case JOB -> byId(common(bufferBytes / 4));
      case HEAD -> byId(common(bufferBytes / 8));
      case LEASE -> common(bufferBytes / 8);
      case DUE -> scanned(bufferBytes / 8);
      case ENDED, TAG -> scanned(bufferBytes / 16);
      case MINUTE -> common(bufferBytes / 16).setMergeOperator(own(new UInt64AddOperator()));
      case META, DAMAGED -> common(bufferBytes / 16);
    };
  }

  private ColumnFamilyOptions byId(ColumnFamilyOptions options) {
    return options
        .setMemtablePrefixBloomSizeRatio(0.05)
        .setMemtableWholeKeyFiltering(true)
        .setTableFormatConfig(table().setFilterPolicy(own(new BloomFilter(BLOOM_BITS))));
  }

  private ColumnFamilyOptions common(long bytes) {
    return tuned(own(new ColumnFamilyOptions()), bytes);
  }

  /** For keys that come and go: files in which many have gone are compacted soon. */
  private ColumnFamilyOptions scanned(long bytes) {
    Options options = own(new Options());
    options.setTablePropertiesCollectorFactory(
        List.of(
            own(
                TablePropertiesCollectorFactory.NewCompactOnDeletionCollectorFactory(
                    10_000, 5_000, 0.5))));
    return tuned(own(new ColumnFamilyOptions(options)), bytes);
  }

  private ColumnFamilyOptions tuned(ColumnFamilyOptions options, long bytes) {
    return options
        .setWriteBufferSize(Math.max(bytes, MIB))
        .setMaxWriteBufferNumber(4)
        .setCompressionType(CompressionType.LZ4_COMPRESSION)
        .setLevelCompactionDynamicLevelBytes(true)
        .setTargetFileSizeBase(16 * MIB)
        .setMaxBytesForLevelBase(64 * MIB)
        .setTableFormatConfig(table());
  }

  private BlockBasedTableConfig table() {
    return new BlockBasedTableConfig()
        .setBlockCache(cache)
        .setBlockSize(4 * KIB)
        .setCacheIndexAndFilterBlocks(true)
        .setPinTopLevelIndexAndFilter(true)
        .setFormatVersion(6);
  }

  private <T extends AbstractNativeReference> T own(T reference) {
    owned.push(reference);
    return reference;
  }

  @Override
  public void close() {
    while (!owned.isEmpty()) {
      owned.pop().close();
    }
  }
}
