package io.duetime.server.metrics;

import static java.util.stream.Collectors.toSet;

import io.duetime.Counts;
import io.duetime.async.Stages;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.Engine;
import io.duetime.runtime.QueuePattern;
import io.duetime.server.metrics.StoreReading.QueueReading;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a store tells at one scrape.
 *
 * @param nowMillis the store's clock
 * @param queues how many queues there are
 * @param shown the queues with series of their own, and the sum of the others
 */
record StoreReading(long nowMillis, int queues, List<QueueReading> shown) {
  /** Reads the counts of all queues, and whether those are paused of which it is shown. */
  static CompletionStage<StoreReading> of(Engine engine, QueueChoice choice) {
    return engine
        .queues()
        .thenCompose(names ->
            Stages.each(
                names,
                name -> engine.counts(name).thenApply(counts -> QueueReading.of(name, counts))))
        .thenCompose(
            all -> engine.nowMillis().thenCompose(now -> withPauses(engine, all, choice, now)));
  }

  /** The names of the queues with series of their own. */
  List<String> names() {
    return shown.stream()
        .map(QueueReading::queue)
        .filter(queue -> !queue.equals(QueueChoice.OTHER))
        .toList();
  }

  private static CompletionStage<StoreReading> withPauses(
      Engine engine, List<QueueReading> all, QueueChoice choice, long now) {
    Set<String> named = choice.names(all);
    return Stages.each(
            all,
            one ->
                named.contains(one.queue()) || one.oldestMillis() != ClaimResult.NEVER
                    ? engine
                        .settings(one.queue())
                        .thenApply(settings -> one.paused(settings.isPausedAt(now)))
                    : Stages.done(one))
        .thenApply(read -> new StoreReading(now, all.size(), choice.among(read)));
  }

  /**
   * The counts of one queue, or the sums of all queues without series of their own.
   *
   * @param states the jobs in each state, by its name
   * @param retrying the waiting jobs that have failed before
   * @param events how often each event was, by its name
   * @param oldestMillis the due time of the job that is overdue for longest, or {@link
   *     ClaimResult#NEVER}; of the sum, without paused queues
   * @param isPaused whether the queue is paused; the sum never is
   */
  record QueueReading(
      String queue,
      Map<String, Long> states,
      long retrying,
      Map<String, Long> events,
      long oldestMillis,
      boolean isPaused) {
    private static final QueueReading NONE =
        new QueueReading("", Map.of(), 0, Map.of(), ClaimResult.NEVER, false);

    static QueueReading of(String queue, Counts counts) {
      Instant oldest = counts.oldestReady();
      return new QueueReading(
          queue,
          byState(counts.now()),
          counts.now().retrying(),
          byEvent(counts.since()),
          oldest == null ? ClaimResult.NEVER : oldest.toEpochMilli(),
          false);
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
      events.put("set_aside", since.setAside());
      return events;
    }

    private QueueReading paused(boolean paused) {
      return new QueueReading(queue, states, retrying, events, oldestMillis, paused);
    }

    /** How much passes through the queue; the same on every server of a store. */
    private long use() {
      return events.getOrDefault("scheduled", 0L) + events.getOrDefault("claimed", 0L);
    }

    private QueueReading plus(QueueReading other) {
      return new QueueReading(
          QueueChoice.OTHER,
          sum(states, other.states),
          retrying + other.retrying,
          sum(events, other.events),
          other.isPaused ? oldestMillis : Math.min(oldestMillis, other.oldestMillis),
          false);
    }

    private static Map<String, Long> sum(Map<String, Long> some, Map<String, Long> more) {
      Map<String, Long> sum = new LinkedHashMap<>(some);
      more.forEach((name, number) -> sum.merge(name, number, Long::sum));
      return sum;
    }
  }

  /**
   * Chooses the queues that have series of their own: first those whose names match a pattern, then
   * the most used ones. All servers of a store choose the same.
   *
   * @param pattern the names that are chosen first
   * @param most how many queues are chosen
   */
  record QueueChoice(QueuePattern pattern, int most) {
    /** The name under which all other queues are summed. */
    private static final String OTHER = "other";

    private Set<String> names(List<QueueReading> all) {
      return inOrder(all).stream().limit(most).map(QueueReading::queue).collect(toSet());
    }

    /** Returns the chosen queues, and at the end the sum of the others if there are any. */
    List<QueueReading> among(List<QueueReading> all) {
      List<QueueReading> inOrder = inOrder(all);
      Stream<QueueReading> named = inOrder.stream().limit(most);
      List<QueueReading> rest =
          Stream.concat(
                  inOrder.stream().skip(most),
                  all.stream().filter(one -> one.queue().equals(OTHER)))
              .toList();
      return rest.isEmpty()
          ? named.toList()
          : Stream.concat(
                  named, Stream.of(rest.stream().reduce(QueueReading.NONE, QueueReading::plus)))
              .toList();
    }

    private List<QueueReading> inOrder(List<QueueReading> all) {
      return all.stream()
          .filter(one -> !one.queue().equals(OTHER))
          .sorted(
              Comparator.comparing((QueueReading one) -> !pattern.matches(one.queue()))
                  .thenComparing(Comparator.comparingLong(QueueReading::use).reversed())
                  .thenComparing(QueueReading::queue))
          .toList();
    }
  }

  /**
   * Shows the last reading of the store. Every server of a store shows the same values, so they are
   * not to be summed over servers. A queue that was deleted vanishes by itself. Thread safe.
   */
  static final class StoreCollector implements MultiCollector {
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
                "duetime_queue_retrying",
                "Waiting jobs that have failed before; in duetime_queue_jobs too",
                QueueReading::retrying));
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
          CounterSnapshot.builder()
              .name("duetime_queue_events")
              .help("Events of jobs in the store");
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
}
