package io.duetime.embedded.internal.disk;

import io.duetime.ErrorCode;
import io.duetime.StoreFailureException;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/**
 * Finds jobs by the indexes, where a damaged block ends a walk through the records. Walks through
 * all entries of the indexes.
 */
final class IndexedJobs {
  private final Disk disk;
  private final byte[] from;
  private final byte[] to;
  private final int max;
  private final TreeSet<byte[]> found = new TreeSet<>(Arrays::compareUnsigned);

  private IndexedJobs(Disk disk, byte[] from, byte[] to, int max) {
    this.disk = disk;
    this.from = from;
    this.to = to;
    this.max = max;
  }

  /**
   * The first jobs within {@code [from, to)} that wait, run or have ended, whether or not their
   * records can be read: their keys in {@link Family#JOB}, in order.
   */
  static List<byte[]> within(Disk disk, byte[] from, byte[] to, int max) {
    IndexedJobs jobs = new IndexedJobs(disk, from, to, max);
    jobs.add(Family.DUE, key -> new Keys(Keys.queue(key)).job(Keys.idOfDue(key)));
    jobs.add(Family.ENDED, IndexedJobs::jobBehindMoment);
    jobs.add(Family.LEASE, Keys::jobOfLease);
    return List.copyOf(jobs.found);
  }

  private static byte[] jobBehindMoment(byte[] key) {
    return new Keys(Keys.queue(key)).job(Keys.idBehindMoment(key));
  }

  private void add(Family index, UnaryOperator<byte[]> job) {
    byte[] first = new Keys(Keys.queue(from)).first();
    try (Scan scan = disk.scan(index, first, to)) {
      for (; scan.isValid(); scan.next()) {
        add(job.apply(scan.key()));
      }
    } catch (StoreFailureException failure) {
      // What the other indexes have is worth more than none.
      if (failure.code() != ErrorCode.STORE_DAMAGED) {
        throw failure;
      }
    }
  }

  private void add(byte[] job) {
    if (Arrays.compareUnsigned(job, from) >= 0 && Arrays.compareUnsigned(job, to) < 0) {
      found.add(job);
      if (found.size() > max) {
        found.pollLast();
      }
    }
  }
}
