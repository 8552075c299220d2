package io.duetime.embedded.internal.table;

import io.duetime.ErrorCode;
import io.duetime.StoreFailureException;
import io.duetime.embedded.internal.disk.Batch;
import io.duetime.embedded.internal.disk.Disk;
import io.duetime.embedded.internal.disk.Disk.Reading;
import io.duetime.embedded.internal.disk.Family;
import io.duetime.embedded.internal.disk.Keys;
import io.duetime.embedded.internal.disk.Scan;
import io.duetime.embedded.internal.record.Records;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The changes that are being put together to be written at once.
 *
 * <p>Reads by key see what is on disk alone; the tables remember what they have changed since. A
 * walk cannot be told so, therefore it begins with writing what there is. That may tear the changes
 * of one group into several batches, but only between jobs: nothing walks within the change of one.
 */
public final class WriteGroup implements AutoCloseable {
  private static final long LARGE = 4L << 20;

  private final Disk disk;
  private final Batch batch;
  private final Records records = new Records();
  private final List<Member> members = new ArrayList<>();
  private final int jobsAtOnce;
  private final LongConsumer meter;
  private boolean syncDemanded;
  private Runnable afterWrites = () -> {};
  private long writes;
  private long bytesRead;

  /** Made beforehand: a write may fail because there is no memory for another. */
  private final StoreFailureException unexplained =
      new StoreFailureException(ErrorCode.STORE_FAILED, "writing failed, perhaps without memory");

  private @Nullable StoreFailureException failure;

  /** A part of the store that has more to write before the group is written. */
  interface Member {
    /** Adds what is still missing; called once for each {@link #join}. */
    void complete(Batch to);

    void written();
  }

  /**
   * Writes to a disk.
   *
   * @param jobsAtOnce the most records of jobs to read at a time
   * @param meter is told how many bytes were written
   */
  public WriteGroup(Disk disk, int jobsAtOnce, LongConsumer meter) {
    this.disk = disk;
    this.jobsAtOnce = jobsAtOnce;
    this.meter = meter;
    this.batch = disk.batch();
  }

  /** Has something done after each write, also after one in the middle of work. */
  public void afterWrites(Runnable task) {
    afterWrites = task;
  }

  public Batch batch() {
    return batch;
  }

  /** How many records of jobs to read at a time, as each may have a payload of the largest size. */
  int jobsAtOnce() {
    return jobsAtOnce;
  }

  Records records() {
    return records;
  }

  /** Takes part in the group; to be called by a member once before its first change. */
  void join(Member member) {
    members.add(member);
  }

  /** Asks that the group reaches stable storage before anything of it is answered. */
  public void demandSync() {
    syncDemanded = true;
  }

  /** Whether that was asked for since the last call. */
  public boolean takeSyncDemand() {
    boolean demanded = syncDemanded;
    syncDemanded = false;
    return demanded;
  }

  /** The value of a key on disk. */
  public byte @Nullable [] get(Family family, byte[] key) {
    byte[] value = disk.get(family, key);
    bytesRead += length(value);
    return value;
  }

  /** What there is of a key on disk. */
  Reading read(Family family, byte[] key) {
    Reading reading = disk.read(family, key);
    bytesRead += length(reading.value());
    return reading;
  }

  /** What there is of keys on disk. */
  List<Reading> get(Family family, List<byte[]> keys) {
    List<Reading> readings = disk.get(family, keys);
    readings.forEach(reading -> bytesRead += length(reading.value()));
    return readings;
  }

  private static int length(byte @Nullable [] value) {
    return value == null ? 0 : value.length;
  }

  /** How many bytes of values have been read by key so far. */
  public long bytesRead() {
    return bytesRead;
  }

  /** Walks through {@code [from, to)}, all changes so far included. */
  public Scan scan(Family family, byte[] from, byte[] to) {
    write();
    return disk.scan(family, from, to);
  }

  /** Walks through all of a family, all changes so far included. */
  Scan scan(Family family) {
    return scan(family, new byte[0], Keys.allEnd());
  }

  /** See {@link Disk#indexedJobs}; all changes so far included. */
  List<byte[]> indexedJobs(byte[] from, byte[] to, int max) {
    write();
    return disk.indexedJobs(from, to, max);
  }

  /** Walks through all keys that begin with a prefix, all changes so far included. */
  public Scan scan(Family family, byte[] prefix) {
    return scan(family, prefix, Keys.behind(prefix));
  }

  /** Whether there is so much to write that it should be written before more comes. */
  boolean isLarge() {
    return batch.size() > LARGE;
  }

  /** Writes what there is as far as the operating system. */
  public void write() {
    members.forEach(member -> member.complete(batch));
    if (!batch.isEmpty()) {
      long size = batch.size();
      writeBatch();
      writes++;
      meter.accept(size);
      afterWrites.run();
    }
    members.forEach(Member::written);
    members.clear();
  }

  // How much of a batch was written is not known after any failure.
  private void writeBatch() {
    try {
      disk.write(batch);
    } catch (StoreFailureException failed) {
      failure = failed;
      throw failed;
    } catch (RuntimeException | Error fault) {
      failure = unexplained;
      failure =
          new StoreFailureException(ErrorCode.STORE_FAILED, "writing failed: " + fault, fault);
      throw failure;
    }
  }

  public long writes() {
    return writes;
  }

  /** Why a write failed, after which nothing may be written; or null. */
  public @Nullable StoreFailureException failure() {
    return failure;
  }

  /**
   * Drops what has not been written. The tables that changed it are of no use any more: they may
   * have it on the heap in part.
   */
  public void drop() {
    batch.clear();
    members.clear();
    syncDemanded = false;
  }

  @Override
  public void close() {
    batch.close();
  }

  /** What the committer's work keeps on the heap of what is on disk. */
  public interface HeapState {
    /** All that work has changed so far is on disk. */
    void written();

    /** What work has changed since is not: forgets it, and reads again what is on disk. */
    void reload();
  }
}
