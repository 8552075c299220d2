package io.duetime.embedded.internal.table;

import io.duetime.ErrorCode;
import io.duetime.StoreFailureException;
import io.duetime.embedded.internal.disk.Family;
import io.duetime.embedded.internal.disk.Keys;
import java.nio.ByteBuffer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sets records aside that cannot be read, so that other jobs are not affected. */
final class DamagedRecords {
  private static final Logger LOG = LoggerFactory.getLogger(DamagedRecords.class);

  private final String queue;
  private final WriteGroup group;
  private int fresh;

  DamagedRecords(String queue, WriteGroup group) {
    this.queue = queue;
    this.group = group;
  }

  /** Keeps the record of a job for a person to look at, and counts and reports it. */
  void setAside(Family family, byte[] key, byte[] value, RuntimeException why) {
    setAside(family, key, value, "job " + Keys.id(key), why);
  }

  /**
   * Keeps a record for a person to look at, and counts and reports it.
   *
   * @param what whose record it is
   */
  void setAside(Family family, byte[] key, byte[] value, String what, RuntimeException why) {
    keep(family, key, value);
    fresh++;
    LOG.error(
        "Queue {}, {}: its record in {} cannot be read ({}); it was set aside; other jobs"
            + " are not affected",
        queue,
        what,
        family,
        (why.getCause() == null ? why : why.getCause()).getMessage());
  }

  /** Keeps what belongs to a record that was set aside. */
  void keep(Family family, byte[] key, byte[] value) {
    group.batch().put(Family.DAMAGED, place(family, key), value);
  }

  boolean has(Family family, byte[] key) {
    return !group.read(Family.DAMAGED, place(family, key)).isAbsent();
  }

  private static byte[] place(Family family, byte[] key) {
    return ByteBuffer.allocate(1 + key.length).put((byte) family.letter()).put(key).array();
  }

  /** Refuses a call about a job that cannot be read. */
  StoreFailureException unreadable(String id, StoreFailureException why) {
    return new StoreFailureException(
        ErrorCode.STORE_DAMAGED, "queue " + queue + ", job " + id + ": " + why.getMessage(), why);
  }

  /** Counts records that were set aside elsewhere. */
  void add(int records) {
    fresh += records;
  }

  /** How many records were set aside since the last call. */
  int takeCount() {
    int count = fresh;
    fresh = 0;
    return count;
  }
}
