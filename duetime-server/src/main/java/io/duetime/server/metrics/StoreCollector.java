package io.duetime.server.metrics;

import io.duetime.Counts;
import io.duetime.engine.ClaimResult;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.LinkedHashMap;
import java.util.Map;
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
        single(
            "duetime_store_up", "1 if the store has answered this scrape", seen == null ? 0 : 1));
    if (seen != null) {
      all.metricSnapshot(single("duetime_queues", "Queues of the store", seen.queues()));
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

  private static GaugeSnapshot single(String name, String help, double value) {
    return GaugeSnapshot.builder()
        .name(name)
        .help(help)
        .dataPoint(GaugeSnapshot.GaugeDataPointSnapshot.builder().value(value).build())
        .build();
  }

  private static GaugeSnapshot perQueue(
      StoreReading reading, String name, String help, ToDoubleFunction<QueueReading> value) {
    GaugeSnapshot.Builder gauge = GaugeSnapshot.builder().name(name).help(help);
    reading
        .shown()
        .forEach(queue ->
            gauge.dataPoint(
                GaugeSnapshot.GaugeDataPointSnapshot.builder()
                    .labels(Labels.of(QUEUE, queue.queue()))
                    .value(value.applyAsDouble(queue))
                    .build()));
    return gauge.build();
  }

  private static double overdueSeconds(StoreReading reading, QueueReading queue) {
    return queue.oldestMillis() == ClaimResult.NEVER
        ? 0
        : Math.max(0, reading.nowMillis() - queue.oldestMillis()) / MILLIS_PER_SECOND;
  }

  private static GaugeSnapshot jobs(StoreReading reading) {
    GaugeSnapshot.Builder gauge =
        GaugeSnapshot.builder().name("duetime_queue_jobs").help("Jobs in each state");
    reading
        .shown()
        .forEach(queue ->
            byState(queue.now())
                .forEach((state, jobs) ->
                    gauge.dataPoint(
                        GaugeSnapshot.GaugeDataPointSnapshot.builder()
                            .labels(Labels.of(QUEUE, queue.queue(), "state", state))
                            .value(jobs)
                            .build())));
    return gauge.build();
  }

  private static CounterSnapshot events(StoreReading reading) {
    CounterSnapshot.Builder counter =
        CounterSnapshot.builder().name("duetime_queue_events").help("Events of jobs in the store");
    reading
        .shown()
        .forEach(queue ->
            byEvent(queue.since())
                .forEach((event, times) ->
                    counter.dataPoint(
                        CounterSnapshot.CounterDataPointSnapshot.builder()
                            .labels(Labels.of("event", event, QUEUE, queue.queue()))
                            .value(times)
                            .build())));
    return counter.build();
  }

  private static Map<String, Long> byState(Counts.States now) {
    Map<String, Long> states = new LinkedHashMap<>();
    states.put("delayed", now.delayed());
    states.put("ready", now.ready());
    states.put("running", now.running());
    states.put("dead", now.dead());
    states.put("done", now.done());
    states.put("cancelled", now.cancelled());
    return states;
  }

  private static Map<String, Long> byEvent(Counts.Events since) {
    Map<String, Long> events = new LinkedHashMap<>();
    events.put("scheduled", since.scheduled());
    events.put("claimed", since.claimed());
    events.put("acked", since.acked());
    events.put("retried", since.retried());
    events.put("lease_lost", since.leasesLost());
    events.put("died", since.died());
    events.put("dead_dropped", since.deadDropped());
    events.put("expired", since.expired());
    events.put("dropped", since.dropped());
    events.put("cancelled", since.cancelled());
    return events;
  }
}
