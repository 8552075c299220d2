package io.duetime.embedded.internal.verify;

import io.duetime.embedded.internal.disk.Disk;
import io.duetime.embedded.internal.disk.Family;
import io.duetime.embedded.internal.disk.Keys;
import io.duetime.embedded.internal.record.Records;
import io.duetime.kernel.job.JobHead;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Tells the current head of a job: on disk, leases are in the order of their fences. */
final class JobRecordView {
  private final Disk disk;
  private final TreeMap<byte[], byte[]> leases = new TreeMap<>(Arrays::compareUnsigned);
  private final List<byte[]> leasedTwice = new ArrayList<>();

  JobRecordView(Disk disk) {
    this.disk = disk;
  }

  void readLeases() {
    disk.scan(Family.LEASE)
        .forEach(at -> {
          byte[] job = Keys.jobOfLease(at.key());
          if (leases.put(job, at.value()) != null) {
            leasedTwice.add(job);
          }
        });
  }

  boolean isLeased(byte[] job) {
    return leases.containsKey(job);
  }

  /** The keys of all leased jobs. */
  List<byte[]> leased() {
    return List.copyOf(leases.keySet());
  }

  /** The keys of jobs that have more than one lease. */
  List<byte[]> leasedTwice() {
    return leasedTwice;
  }

  /**
   * The head of a job by its records.
   *
   * @throws io.duetime.embedded.internal.record.UnreadableRecordException if it cannot be
   *     understood
   */
  JobHead current(byte[] key, byte[] record, byte @Nullable [] head) {
    String id = Keys.id(key);
    byte[] lease = leases.get(key);
    byte[] changed = lease == null ? head : lease;
    return changed == null ? Records.jobHead(record, id) : Records.head(changed, id);
  }
}
