package io.duetime.server.connection;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/**
 * How many connections each port of a server takes: as many as its heap and its file descriptors
 * allow.
 *
 * @param http the connections of HTTP
 * @param surplus those beyond, on which only health and metrics are answered
 * @param beanstalkd the connections of the beanstalkd protocol; 0 if it is off
 * @param means what the plan is made for
 */
public record ConnectionPlan(int http, int surplus, int beanstalkd, Means means) {
  /** The most connections of HTTP, however large the heap is. */
  public static final int MOST_HTTP = 10_000;

  /** What the unfinished headers of all connections may take of the heap: one part in so many. */
  private static final int HEAP_SHARE = 4;

  /** About what a connection of the beanstalkd protocol takes before its first command. */
  private static final int BEANSTALKD_BYTES = 8 << 10;

  private static final int SURPLUS_SHARE = 20;
  private static final int MOST_SURPLUS = 100;
  private static final int FEWEST = 4;

  /**
   * The means of a process.
   *
   * @param heapBytes the largest heap
   * @param descriptors the most open files and sockets; {@link Integer#MAX_VALUE} if unknown
   */
  public record Means(long heapBytes, int descriptors) {
    private static final int FILES_OF_STORE = 1_000;
    private static final int OTHER_FILES = 250;

    /** The means of this process. */
    public static Means ofProcess() {
      long descriptors =
          ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
              ? unix.getMaxFileDescriptorCount()
              : Integer.MAX_VALUE;
      return new Means(
          Runtime.getRuntime().maxMemory(), (int) Math.min(Integer.MAX_VALUE, descriptors));
    }

    /** The descriptors that connections may not take. */
    public int reserved() {
      return Math.min(FILES_OF_STORE, descriptors / 4) + Math.min(OTHER_FILES, descriptors / 8);
    }
  }

  /**
   * Plans for these means.
   *
   * @param askedBeanstalkd the connections of the beanstalkd protocol that are set; 0 if it is off
   */
  public static ConnectionPlan of(Means means, int askedBeanstalkd) {
    int sockets = means.descriptors - means.reserved();
    long byHeap = means.heapBytes / HEAP_SHARE;
    int http =
        atMost(
            MOST_HTTP,
            byHeap / HeadDecoder.MAX_MEMORY_BYTES,
            askedBeanstalkd == 0 ? sockets : sockets / 2);
    int surplus = Math.max(FEWEST, Math.min(MOST_SURPLUS, http / SURPLUS_SHARE));
    int beanstalkd =
        askedBeanstalkd == 0
            ? 0
            : atMost(askedBeanstalkd, byHeap / BEANSTALKD_BYTES, sockets - http);
    return new ConnectionPlan(Math.max(FEWEST, http - surplus), surplus, beanstalkd, means);
  }

  private static int atMost(int asked, long byHeap, int byDescriptors) {
    return (int) Math.max(1, Math.min(asked, Math.min(byHeap, byDescriptors)));
  }

  /** The line of the log that says what a server takes. */
  @Override
  public String toString() {
    String files =
        means.descriptors == Integer.MAX_VALUE
            ? "an unknown number of file descriptors"
            : "%d file descriptors, %d of them kept for other files"
                .formatted(means.descriptors, means.reserved());
    return "Connections: at most %d of HTTP, %d more for health and metrics, %d of beanstalkd; for a heap of %d MiB and %s"
        .formatted(http, surplus, beanstalkd, means.heapBytes >> 20, files);
  }
}
