package io.duetime.bench.wheel;

import java.lang.management.ManagementFactory;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.LongStream;
import javax.management.JMException;
import javax.management.ObjectName;

/**
 * Weighs what is alive on the heap.
 *
 * <p>It sums up the JVM's histogram of live objects: the figure of the memory bean would also count
 * the allocation buffers of threads, which are megabytes.
 */
final class HeapScale {
  /** An object with a finalizer lives until the finalizer's thread has come to it. */
  private static final int WEIGHINGS = 3;

  private static final long BETWEEN_NANOS = 100_000_000;

  private HeapScale() {}

  static long liveBytes() {
    return LongStream.generate(HeapScale::weigh).limit(WEIGHINGS).min().orElseThrow();
  }

  private static long weigh() {
    LockSupport.parkNanos(BETWEEN_NANOS);
    try {
      Object histogram =
          ManagementFactory.getPlatformMBeanServer()
              .invoke(
                  new ObjectName("com.sun.management:type=DiagnosticCommand"),
                  "gcClassHistogram",
                  new Object[] {new String[0]},
                  new String[] {String[].class.getName()});
      String total = histogram.toString().lines().reduce((line, next) -> next).orElseThrow();
      return Long.parseLong(total.strip().split("\\s+", -1)[2]); // Total, objects, bytes
    } catch (JMException e) {
      throw new IllegalStateException("no histogram of the heap", e);
    }
  }
}
