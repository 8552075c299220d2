package io.duetime.server.metrics;

import io.duetime.engine.ClaimResult;
import io.duetime.server.metrics.StoreReading.QueueReading;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Shows the last reading of the store. Every server of a store shows the same values, so they are
 * not to be summed over servers. A queue that was deleted vanishes by itself. Thread safe.
 */
final class StoreCollector implements MultiCollector {
  private static final String QUEUE = "queue";
  private static final double MILLIS_PER_SECOND = 1e3;

  private volatile @Nullable StoreReading reading;

  /** Sets the reading to show; null if the store has not answered. */
  void show(@Nullable StoreReading newest) {
    reading = newest;
  }

  @Override
  public MetricSnapshots collect() {
    StoreReading seen = reading;
    MetricSnapshots.Builder all = MetricSnapshots.builder();
    all.metricSnapshot(
        gauge("duetime_store_up", "1 if the store has answered this scrape")
            .dataPoint(point(Labels.EMPTY, seen == null ? 0 : 1))
            .build());
    if (seen != null) {
      all.metricSnapshot(
          gauge("duetime_queues", "Queues of the store")
              .dataPoint(point(Labels.EMPTY, seen.queues()))
              .build());
      all.metricSnapshot(jobs(seen)).metricSnapshot(events(seen));
      all.metricSnapshot(
          perQueue(
              seen,
              "duetime_queue_oldest_overdue_seconds",
              "For how long the oldest due job has waited; 0 if none waits",
              queue -> overdueSeconds(seen, queue)));
      all.metricSnapshot(
          perQueue(
              seen,
              "duetime_queue_paused",
              "1 while the queue is paused",
              queue -> queue.isPaused() ? 1 : 0));
    }
    return all.build();
  }

  private static GaugeSnapshot.Builder gauge(String name, String help) {
    return GaugeSnapshot.builder().name(name).help(help);
  }

  private static GaugeDataPointSnapshot point(Labels labels, double value) {
    return GaugeDataPointSnapshot.builder().labels(labels).value(value).build();
  }

  private static GaugeSnapshot perQueue(
      StoreReading reading, String name, String help, ToDoubleFunction<QueueReading> value) {
    GaugeSnapshot.Builder gauge = gauge(name, help);
    reading
        .shown()
        .forEach(queue ->
            gauge.dataPoint(point(Labels.of(QUEUE, queue.queue()), value.applyAsDouble(queue))));
    return gauge.build();
  }

  private static double overdueSeconds(StoreReading reading, QueueReading queue) {
    return queue.oldestMillis() == ClaimResult.NEVER
        ? 0
        : Math.max(0, reading.nowMillis() - queue.oldestMillis()) / MILLIS_PER_SECOND;
  }

  private static GaugeSnapshot jobs(StoreReading reading) {
    GaugeSnapshot.Builder gauge = gauge("duetime_queue_jobs", "Jobs in each state");
    for (QueueReading queue : reading.shown()) {
      queue
          .states()
          .forEach((state, jobs) ->
              gauge.dataPoint(point(Labels.of(QUEUE, queue.queue(), "state", state), jobs)));
    }
    return gauge.build();
  }

  private static CounterSnapshot events(StoreReading reading) {
    CounterSnapshot.Builder counter =
        CounterSnapshot.builder().name("duetime_queue_events").help("Events of jobs in the store");
    for (QueueReading queue : reading.shown()) {
      queue
          .events()
          .forEach((event, times) ->
              counter.dataPoint(
                  CounterDataPointSnapshot.builder()
                      .labels(Labels.of("event", event, QUEUE, queue.queue()))
                      .value(times)
                      .build()));
    }
    return counter.build();
  }
}
