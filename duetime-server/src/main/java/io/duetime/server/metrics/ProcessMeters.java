package io.duetime.server.metrics;

import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;

/** Measures the process: memory, garbage collection, threads, processor time, open files. */
final class ProcessMeters {
  private ProcessMeters() {}

  static void register(MeterRegistry registry) {
    new JvmMemoryMetrics().bindTo(registry);
    new JvmThreadMetrics().bindTo(registry);
    new ProcessorMetrics().bindTo(registry);
    new FileDescriptorMetrics().bindTo(registry);
    new UptimeMetrics().bindTo(registry);
    ManagementFactory.getGarbageCollectorMXBeans()
        .forEach(collector -> collections(collector, registry));
  }

  // Micrometer's own binder has a listener that would have to be removed with the server.
  private static void collections(GarbageCollectorMXBean collector, MeterRegistry registry) {
    FunctionTimer.builder(
            "jvm.gc.collections",
            collector,
            GarbageCollectorMXBean::getCollectionCount,
            GarbageCollectorMXBean::getCollectionTime,
            TimeUnit.MILLISECONDS)
        .description("Garbage collections and their time")
        .tag("gc", collector.getName())
        .register(registry);
  }
}
