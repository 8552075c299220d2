package io.duetime.embedded.internal.verify;

import io.duetime.embedded.internal.disk.Disk;
import io.duetime.embedded.internal.disk.Family;
import io.duetime.embedded.internal.disk.Keys;
import io.duetime.embedded.internal.disk.Scan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** All leases by the key of their job: on disk they are in the order of their fences. */
final class Leases {
  private static final byte[] ALL_END = {(byte) 0xff};

  private final TreeMap<byte[], byte[]> byJob = new TreeMap<>(Arrays::compareUnsigned);
  private final List<byte[]> twice = new ArrayList<>();

  void read(Disk disk) {
    try (Scan scan = disk.scan(Family.LEASE, new byte[0], ALL_END)) {
      for (; scan.isValid(); scan.next()) {
        byte[] job = Keys.jobOfLease(scan.key());
        if (byJob.put(job, scan.value()) != null) {
          twice.add(job);
        }
      }
    }
  }

  byte @Nullable [] of(byte[] job) {
    return byJob.get(job);
  }

  /** The keys of all leased jobs. */
  List<byte[]> jobs() {
    return List.copyOf(byJob.keySet());
  }

  /** The keys of jobs that have more than one lease. */
  List<byte[]> twice() {
    return twice;
  }
}
