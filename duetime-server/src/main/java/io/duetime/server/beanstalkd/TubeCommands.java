package io.duetime.server.beanstalkd;

import io.duetime.Counts;
import io.duetime.JobPage;
import io.duetime.JobState;
import io.duetime.QueueSettings;
import io.duetime.async.Stages;
import io.duetime.engine.BulkChange;
import io.duetime.engine.DueTime;
import io.duetime.engine.JobView;
import io.duetime.engine.Selection;
import io.duetime.engine.support.SettingsChanger;
import io.duetime.server.beanstalkd.Reply.Yaml;
import io.duetime.server.beanstalkd.Session.ClientLogin;
import io.duetime.server.beanstalkd.Tubes.Tube;
import io.vertx.core.buffer.Buffer;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Runs the commands on tubes, and counts their jobs. */
record TubeCommands(Store store, Tubes tubes, JobNumbers numbers) {
  /** The most ready jobs that are compared by priority. */
  private static final int PAGE = 100;

  /** The field of the statistics with all jobs since the start. */
  static final String TOTAL = "total-jobs";

  private static final int KICK_STEP = 1_000;
  private static final long URGENT_BELOW = 1_024;

  /** The most ready jobs of a tube that are looked at for urgent ones. */
  private static final int MAX_URGENT = 1_000;

  /** The seconds that are left of a pause without an end: the most that a client can read. */
  private static final long FOR_EVER = (1L << 32) - 1;

  private static final long MILLIS = 1_000;

  private static final Comparator<JobView> ORDER =
      Comparator.comparingLong((JobView job) -> job.traits().priority())
          .thenComparingLong(job -> job.times().dueAt());

  /** Shows the ready job that a reserve would give. */
  CompletableFuture<Buffer> peekReady(Tube tube) {
    return list(tube, JobState.READY, PAGE)
        .thenCompose(page -> found(tube, page.jobs().stream().min(ORDER)));
  }

  /** Shows the first job of a state by time: of DELAYED by due time, of DEAD by death. */
  CompletableFuture<Buffer> peek(Tube tube, JobState state) {
    return list(tube, state, 1).thenCompose(page -> found(tube, page.jobs().stream().findFirst()));
  }

  private CompletableFuture<JobPage<JobView>> list(Tube tube, JobState state, int limit) {
    return store.here(store.engine().list(tube.name(), Selection.ALL.in(state), null, limit));
  }

  private CompletableFuture<Buffer> found(Tube tube, Optional<JobView> job) {
    return job.map(view -> found(tube, view)).orElseGet(JobCommands::notFound);
  }

  private CompletableFuture<Buffer> found(Tube tube, JobView job) {
    return numbers
        .numberOf(
            new JobNumbers.JobKey(tube.name(), job.id(), job.times().scheduledAt()), job.body())
        .thenApply(number -> Reply.job("FOUND", number, job.body().payload()));
  }

  /** Kicks buried jobs; delayed ones if none is buried. */
  CompletableFuture<Buffer> kick(Tube tube, long bound) {
    if (bound == 0) {
      return Reply.atOnce(Reply.KICKED + " 0");
    }
    return kick(tube, new Kick(JobState.DEAD, new BulkChange.Redrive(0), bound, 0), null)
        .thenCompose(buried ->
            buried > 0
                ? CompletableFuture.completedFuture(buried)
                : kick(tube, Kick.delayed(bound), null))
        .thenApply(kicked -> Reply.line(Reply.KICKED, kicked));
  }

  private record Kick(JobState state, BulkChange change, long bound, long kicked) {
    static Kick delayed(long bound) {
      return new Kick(JobState.DELAYED, new BulkChange.Move(DueTime.after(0)), bound, 0);
    }

    Kick plus(long more) {
      return new Kick(state, change, bound, kicked + more);
    }

    int step() {
      return (int) Math.min(KICK_STEP, bound - kicked);
    }
  }

  // Each step has a turn of the loop, so that a store that answers at once neither fills the stack
  // nor keeps the other connections waiting.
  private CompletableFuture<Long> kick(Tube tube, Kick kick, @Nullable String cursor) {
    Selection selection = Selection.ALL.in(kick.state());
    return store
        .here(store.engine().change(tube.name(), selection, kick.change(), cursor, kick.step()))
        .thenComposeAsync(
            step -> {
              Kick after = kick.plus(step.changed());
              return step.cursor() == null || after.kicked() >= kick.bound()
                  ? CompletableFuture.completedFuture(after.kicked())
                  : kick(tube, after, step.cursor());
            },
            store);
  }

  CompletableFuture<Buffer> pause(String name, long seconds) {
    return ifExists(name, tube -> pause(tube, seconds));
  }

  private CompletableFuture<Buffer> ifExists(
      String name, Function<Tube, CompletableFuture<Buffer>> then) {
    return tubes
        .exists(name)
        .thenCompose(exists -> exists ? then.apply(tubes.of(name)) : JobCommands.notFound());
  }

  private CompletableFuture<Buffer> pause(Tube tube, long seconds) {
    return store
        .here(store.engine().nowMillis())
        .thenCompose(now -> {
          Instant until = Instant.ofEpochMilli(now).plusSeconds(seconds);
          tube.paused(until, seconds);
          return store.here(
              SettingsChanger.change(
                  store.engine(),
                  tube.name(),
                  settings -> settings.toBuilder().pausedUntil(until).build()));
        })
        .thenApply(paused -> Reply.line(Reply.PAUSED));
  }

  /** Lists the tubes on which a client has any role. */
  CompletableFuture<Buffer> list(ClientLogin login) {
    return tubes.names().thenApply(names -> list(names.stream().filter(login::knows).toList()));
  }

  static Buffer list(Iterable<String> names) {
    Yaml yaml = new Yaml();
    names.forEach(yaml::item);
    return Reply.yaml(yaml);
  }

  static Buffer watched(Session session) {
    return list(session.watched().stream().map(Tube::name).toList());
  }

  /** Counts the jobs of all tubes, one after the other: each page may have large payloads. */
  CompletableFuture<Map<String, Long>> all() {
    Map<String, Long> sum = byField(new Counts.States(0, 0, 0, 0, 0, 0, 0), 0, 0);
    return store
        .here(store.engine().queues())
        .thenCompose(names -> store.here(Stages.inTurn(names, this::count)))
        .thenApply(all -> {
          all.forEach(one -> one.forEach((field, jobs) -> sum.merge(field, jobs, Long::sum)));
          return sum;
        });
  }

  /** The numbers of jobs by their fields of the statistics. */
  private static Map<String, Long> byField(Counts.States now, long urgent, long total) {
    Map<String, Long> jobs = new LinkedHashMap<>();
    jobs.put("current-jobs-urgent", urgent);
    jobs.put("current-jobs-ready", now.ready());
    jobs.put("current-jobs-reserved", now.running());
    jobs.put("current-jobs-delayed", now.delayed());
    jobs.put("current-jobs-buried", now.dead());
    jobs.put(TOTAL, total);
    return jobs;
  }

  CompletableFuture<Buffer> stats(String name) {
    return ifExists(name, this::stats);
  }

  private CompletableFuture<Buffer> stats(Tube tube) {
    CompletableFuture<Map<String, Long>> jobs = store.here(count(tube.name()));
    CompletableFuture<QueueSettings> settings = store.here(store.engine().settings(tube.name()));
    CompletableFuture<Long> now = store.here(store.engine().nowMillis());
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

  private static Buffer yaml(Tube tube, Map<String, Long> jobs, Pause pause) {
    return Reply.yaml(
        new Yaml()
            .text("name", tube.name())
            .with(jobs)
            .with("current-using", tube.using)
            .with("current-watching", tube.watching)
            .with("current-waiting", tube.waiting)
            .with("cmd-delete", tube.deletes)
            .with("cmd-pause-tube", tube.pauses)
            .with("pause", pause.whole())
            .with("pause-time-left", pause.left()));
  }

  private CompletableFuture<Map<String, Long>> count(String queue) {
    return store
        .engine()
        .counts(queue)
        .toCompletableFuture()
        .thenCompose(counts ->
            urgent(queue, counts.now().ready())
                .thenApply(urgent -> byField(counts.now(), urgent, counts.since().scheduled())));
  }

  private CompletableFuture<Long> urgent(String queue, long ready) {
    if (ready == 0) {
      return CompletableFuture.completedFuture(0L);
    }
    return store
        .engine()
        .list(queue, Selection.ALL.in(JobState.READY), null, MAX_URGENT)
        .toCompletableFuture()
        .thenApply(page ->
            page.jobs().stream().filter(job -> job.traits().priority() < URGENT_BELOW).count());
  }
}
