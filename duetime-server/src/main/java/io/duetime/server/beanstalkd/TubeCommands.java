package io.duetime.server.beanstalkd;

import io.duetime.JobPage;
import io.duetime.JobState;
import io.duetime.engine.BulkChange;
import io.duetime.engine.DueTime;
import io.duetime.engine.JobView;
import io.duetime.engine.Selection;
import io.duetime.internal.engine.SettingsChanger;
import io.duetime.server.beanstalkd.wire.Reply;
import io.duetime.server.beanstalkd.wire.Yaml;
import io.vertx.core.buffer.Buffer;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Runs the commands on one tube. */
final class TubeCommands {
  /** The most ready jobs that are compared by priority. */
  private static final int PAGE = 100;

  private static final int KICK_STEP = 1_000;
  private static final Comparator<JobView> ORDER =
      Comparator.comparingLong((JobView job) -> job.traits().priority())
          .thenComparingLong(job -> job.times().dueAt());

  private final Store store;
  private final Loop loop;
  private final Tubes tubes;
  private final JobNumbers numbers;

  TubeCommands(Store store, Loop loop, Tubes tubes, JobNumbers numbers) {
    this.store = store;
    this.loop = loop;
    this.tubes = tubes;
    this.numbers = numbers;
  }

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
    return loop.here(store.engine().list(tube.name(), Selection.ALL.in(state), null, limit));
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
      return CompletableFuture.completedFuture(Reply.line(Reply.KICKED, 0));
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
    return loop.here(
            store.engine().change(tube.name(), selection, kick.change(), cursor, kick.step()))
        .thenComposeAsync(
            step -> {
              Kick after = kick.plus(step.changed());
              return step.cursor() == null || after.kicked() >= kick.bound()
                  ? CompletableFuture.completedFuture(after.kicked())
                  : kick(tube, after, step.cursor());
            },
            loop);
  }

  CompletableFuture<Buffer> pause(String name, long seconds) {
    return tubes
        .exists(name)
        .thenCompose(exists ->
            exists
                ? pauseKnown(tubes.of(name), seconds)
                : CompletableFuture.completedFuture(Reply.line(Reply.NOT_FOUND)));
  }

  private CompletableFuture<Buffer> pauseKnown(Tube tube, long seconds) {
    return loop.here(store.engine().nowMillis())
        .thenCompose(now -> {
          Instant until = Instant.ofEpochMilli(now).plusSeconds(seconds);
          tube.paused(until, seconds);
          return loop.here(SettingsChanger.change(
                  store.engine(), tube.name(), settings -> settings.toBuilder().pausedUntil(until).build()));
        })
        .thenApply(paused -> Reply.line(Reply.PAUSED));
  }

  /** Lists the tubes on which a visitor has any role. */
  CompletableFuture<Buffer> list(Visitor visitor) {
    return tubes.names().thenApply(names -> list(names.stream().filter(visitor::knows).toList()));
  }

  static Buffer list(Iterable<String> names) {
    Yaml yaml = new Yaml();
    names.forEach(yaml::item);
    return Reply.yaml(yaml.toString());
  }

  static Buffer watched(Session session) {
    return list(List.copyOf(session.watched().stream().map(Tube::name).toList()));
  }
}
