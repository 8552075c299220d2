package io.duetime.embedded.internal.disk;

import java.util.Map;
import java.util.Objects;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.WriteBatch;

/** Changes that are written at once or not at all. Not thread-safe. */
public final class Batch implements AutoCloseable {
  private final WriteBatch changes = new WriteBatch();
  private long made;
  private final Map<Family, ColumnFamilyHandle> families;

  Batch(Map<Family, ColumnFamilyHandle> families) {
    this.families = families;
  }

  public void put(Family family, byte[] key, byte[] value) {
    buffering(() -> changes.put(handle(family), key, value));
  }

  /** Removes a key that has been put any number of times. */
  public void delete(Family family, byte[] key) {
    buffering(() -> changes.delete(handle(family), key));
  }

  /**
   * Removes a key that has been put exactly once since it was last removed: put and removal then
   * vanish as soon as a compaction sees both.
   */
  public void deleteOnce(Family family, byte[] key) {
    buffering(() -> changes.singleDelete(handle(family), key));
  }

  /** Removes {@code [from, to)}. */
  public void deleteRange(Family family, byte[] from, byte[] to) {
    buffering(() -> changes.deleteRange(handle(family), from, to));
  }

  /** Adds to a number of {@link Family#MINUTE}. */
  public void add(Family family, byte[] key, byte[] littleEndian) {
    buffering(() -> changes.merge(handle(family), key, littleEndian));
  }

  /** How many changes have ever been made to this batch, those already written included. */
  public long made() {
    return made;
  }

  public boolean isEmpty() {
    return changes.count() == 0;
  }

  public long size() {
    return changes.getDataSize();
  }

  /** Drops what has not been written. */
  public void clear() {
    changes.clear();
  }

  WriteBatch changes() {
    return changes;
  }

  @Override
  public void close() {
    changes.close();
  }

  private ColumnFamilyHandle handle(Family family) {
    return Objects.requireNonNull(families.get(family));
  }

  private void buffering(DiskFailure.Write change) {
    made++;
    DiskFailure.writing(change);
  }
}
