package io.duetime.bench.embedded;

import io.duetime.bench.ScratchFolder;
import io.duetime.bench.load.Callers;
import io.duetime.bench.load.JobSource;
import io.duetime.bench.load.Throughput;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/**
 * RocksDB by itself, as it is set up by default, told to be on stable storage before it answers. It
 * is given the bytes of the jobs and nothing is asked of it: no order, no conflicts, no leases.
 */
final class RawRocks {
  private static final byte[] NOTHING = {};

  private final Path folder;
  private final Duration time;

  RawRocks(Path folder, Duration time) {
    this.folder = folder;
    this.time = time;
  }

  /** A payload under an id, one call a job. */
  Throughput single(Callers callers) throws RocksDBException {
    return measure(callers, RawRocks::singles);
  }

  /** A payload under an id and an empty value under due time and id, one call a batch. */
  Throughput batches(Callers callers, int size) throws RocksDBException {
    return measure(callers, (db, sync, caller) -> batches(db, sync, caller, size));
  }

  @FunctionalInterface
  private interface Work {
    Callers.Call of(RocksDB db, WriteOptions sync, int caller);
  }

  private Throughput measure(Callers callers, Work work) throws RocksDBException {
    try (ScratchFolder scratch = ScratchFolder.in(folder);
        Options options = new Options().setCreateIfMissing(true);
        WriteOptions sync = new WriteOptions().setSync(true);
        RocksDB db = RocksDB.open(options, scratch.path().resolve("raw").toString())) {
      return callers.during(time, caller -> work.of(db, sync, caller));
    }
  }

  private static Callers.Call singles(RocksDB db, WriteOptions sync, int caller) {
    JobSource jobs = new JobSource(caller);
    return () -> {
      db.put(sync, id(jobs), jobs.nextPayload());
      return 1;
    };
  }

  private static Callers.Call batches(RocksDB db, WriteOptions sync, int caller, int size) {
    JobSource jobs = new JobSource(caller);
    return () -> {
      try (WriteBatch batch = new WriteBatch()) {
        for (int i = 0; i < size; i++) {
          byte[] id = id(jobs);
          batch.put(id, jobs.nextPayload());
          batch.put(due(jobs.nextDelay(), id), NOTHING);
        }
        db.write(sync, batch);
      }
      return size;
    };
  }

  private static byte[] id(JobSource jobs) {
    return jobs.nextId().getBytes(StandardCharsets.US_ASCII);
  }

  private static byte[] due(long delay, byte[] id) {
    return ByteBuffer.allocate(Long.BYTES + id.length).putLong(delay).put(id).array();
  }
}
