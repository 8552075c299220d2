package io.duetime.bench.big;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.ObjDoubleConsumer;

/**
 * What a job cost.
 *
 * @param micros wall-clock time, which other load on the machine makes longer
 * @param cpuMicros processor time of the store's threads, which other load hardly changes
 */
record JobCost(double micros, double cpuMicros) {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final String STORE = "duetime-store";

  /** Measures calls for {@code size} ids each. */
  static JobCost of(List<String> ids, int size, Consumer<List<String>> call) {
    long cpu = cpuNanos();
    long start = System.nanoTime();
    for (int from = 0; from < ids.size(); from += size) {
      call.accept(ids.subList(from, from + size));
    }
    long nanos = System.nanoTime() - start;
    return new JobCost(nanos / 1e3 / ids.size(), (cpuNanos() - cpu) / 1e3 / ids.size());
  }

  private static long cpuNanos() {
    long sum = 0;
    for (ThreadInfo thread : THREADS.getThreadInfo(THREADS.getAllThreadIds())) {
      if (thread != null && thread.getThreadName().startsWith(STORE)) {
        sum += THREADS.getThreadCpuTime(thread.getThreadId());
      }
    }
    return sum;
  }

  void tell(String name, ObjDoubleConsumer<String> to) {
    to.accept(name, micros);
    to.accept(name + "Cpu", cpuMicros);
  }
}
