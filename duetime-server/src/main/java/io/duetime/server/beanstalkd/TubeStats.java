package io.duetime.server.beanstalkd;

import io.duetime.Counts;
import io.duetime.JobPage;
import io.duetime.JobState;
import io.duetime.QueueSettings;
import io.duetime.engine.JobView;
import io.duetime.engine.Selection;
import io.duetime.internal.async.Stages;
import io.duetime.server.beanstalkd.wire.Reply;
import io.duetime.server.beanstalkd.wire.Yaml;
import io.vertx.core.buffer.Buffer;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;

/** Counts the jobs of tubes. */
final class TubeStats {
  private static final long URGENT_BELOW = 1_024;

  /** The most ready jobs of a tube that are looked at for urgent ones. */
  private static final int MAX_URGENT = 1_000;

  /** The seconds that are left of a pause without an end: the most that a client can read. */
  private static final long FOR_EVER = (1L << 32) - 1;

  private static final long MILLIS = 1_000;

  private final Store store;
  private final Loop loop;
  private final Tubes tubes;

  TubeStats(Store store, Loop loop, Tubes tubes) {
    this.store = store;
    this.loop = loop;
    this.tubes = tubes;
  }

  /** The jobs of one tube or of all. */
  record Jobs(long urgent, long ready, long reserved, long delayed, long buried, long total) {
    static final Jobs NONE = new Jobs(0, 0, 0, 0, 0, 0);

    static Jobs of(Counts counts, long urgent) {
      Counts.States now = counts.now();
      return new Jobs(
          urgent,
          now.ready(),
          now.running(),
          now.delayed(),
          now.dead(),
          counts.since().scheduled());
    }

    Jobs plus(Jobs other) {
      return new Jobs(
          urgent + other.urgent,
          ready + other.ready,
          reserved + other.reserved,
          delayed + other.delayed,
          buried + other.buried,
          total + other.total);
    }

    Yaml addTo(Yaml yaml) {
      return yaml.with("current-jobs-urgent", urgent)
          .with("current-jobs-ready", ready)
          .with("current-jobs-reserved", reserved)
          .with("current-jobs-delayed", delayed)
          .with("current-jobs-buried", buried);
    }
  }

  /** Counts the jobs of all tubes, one after the other: each page may have large payloads. */
  CompletableFuture<Jobs> all() {
    return loop.here(store.engine().queues())
        .thenCompose(names -> loop.here(Stages.inTurn(names, this::count)))
        .thenApply(all -> all.stream().reduce(Jobs.NONE, Jobs::plus));
  }

  CompletableFuture<Buffer> of(String name) {
    return tubes
        .exists(name)
        .thenCompose(exists ->
            exists
                ? known(tubes.of(name))
                : CompletableFuture.completedFuture(Reply.line(Reply.NOT_FOUND)));
  }

  private CompletableFuture<Buffer> known(Tube tube) {
    CompletableFuture<Jobs> jobs = loop.here(count(tube.name()));
    CompletableFuture<QueueSettings> settings = loop.here(store.engine().settings(tube.name()));
    CompletableFuture<Long> now = loop.here(store.engine().nowMillis());
    return jobs.thenCompose(counted ->
        settings.thenCombine(
            now, (known, nowMillis) -> yaml(tube, counted, Pause.of(tube, known, nowMillis))));
  }

  /** How long a tube is paused in seconds, as it was asked for, and what is left in whole ones. */
  private record Pause(long whole, long left) {
    static final Pause NONE = new Pause(0, 0);

    static Pause of(Tube tube, QueueSettings settings, long nowMillis) {
      return settings.pausedUntil().map(until -> of(tube, until, nowMillis)).orElse(NONE);
    }

    private static Pause of(Tube tube, Instant until, long nowMillis) {
      if (until.equals(Instant.MAX)) {
        return new Pause(FOR_EVER, FOR_EVER);
      }
      long left = until.toEpochMilli() - nowMillis;
      // beanstalkd rounds what is left down; a tube is paused while the whole is not 0.
      return left <= 0
          ? NONE
          : new Pause(tube.pauseSeconds(until, (left + MILLIS - 1) / MILLIS), left / MILLIS);
    }
  }

  private static Buffer yaml(Tube tube, Jobs jobs, Pause pause) {
    return Reply.yaml(
        jobs.addTo(new Yaml().text("name", tube.name()))
            .with("total-jobs", jobs.total())
            .with("current-using", tube.using)
            .with("current-watching", tube.watching)
            .with("current-waiting", tube.waiting)
            .with("cmd-delete", tube.deletes)
            .with("cmd-pause-tube", tube.pauses)
            .with("pause", pause.whole())
            .with("pause-time-left", pause.left())
            .toString());
  }

  private CompletableFuture<Jobs> count(String queue) {
    return store
        .engine()
        .counts(queue)
        .toCompletableFuture()
        .thenCompose(counts ->
            urgent(queue, counts.now().ready()).thenApply(urgent -> Jobs.of(counts, urgent)));
  }

  private CompletableFuture<Long> urgent(String queue, long ready) {
    if (ready == 0) {
      return CompletableFuture.completedFuture(0L);
    }
    return store
        .engine()
        .list(queue, Selection.ALL.in(JobState.READY), null, MAX_URGENT)
        .toCompletableFuture()
        .thenApply(TubeStats::urgent);
  }

  private static long urgent(JobPage<JobView> page) {
    return page.jobs().stream().filter(job -> job.traits().priority() < URGENT_BELOW).count();
  }
}
