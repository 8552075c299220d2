package io.duetime.server.beanstalkd;

import io.duetime.JobState;
import io.duetime.Limits;
import io.duetime.RescheduleOutcome;
import io.duetime.RetryPolicy;
import io.duetime.Scheduled;
import io.duetime.SettleOutcome;
import io.duetime.SettleRequest;
import io.duetime.engine.BulkChange;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.DueTime;
import io.duetime.engine.JobBody;
import io.duetime.engine.JobSpec;
import io.duetime.engine.LeaseToken;
import io.duetime.engine.Reschedule;
import io.duetime.engine.Selection;
import io.duetime.engine.Settlement;
import io.duetime.server.access.Role;
import io.duetime.server.beanstalkd.JobNumbers.Ttr;
import io.duetime.server.beanstalkd.ReservationKeeper.Reservation;
import io.duetime.server.beanstalkd.Session.ClientLogin;
import io.duetime.server.beanstalkd.Statistics.JobStats;
import io.duetime.server.beanstalkd.Tubes.Tube;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Runs the commands on a job: puts, reserves, settles, and finds it by its number. */
record JobCommands(Store store, Tubes tubes, JobNumbers numbers, ReservationKeeper keeper) {
  private static final RetryPolicy UNLIMITED =
      RetryPolicy.builder().unlimitedAttempts().fixed(Duration.ZERO).build();
  private static final Set<JobState> GONE = Set.of(JobState.DONE, JobState.CANCELLED);
  private static final long MILLIS = 1_000;
  private static final String RELEASED = "released by the client";
  private static final String BURIED = "buried by the client";

  CompletableFuture<Buffer> put(Tube tube, Command put) {
    return tubes
        .number(tube)
        .thenCompose(number ->
            store
                .put(tube.name(), spec(number, put))
                .thenCompose(result -> inserted(tube, put, number, result)));
  }

  private static JobSpec.Builder spec(long number, Command put) {
    Map<String, String> headers = Map.of(Ttr.HEADER, Long.toString(put.ttrSeconds()));
    return JobSpec.builder(
            Long.toString(number),
            new JobBody(put.body(), null, headers),
            DueTime.after(delayMillis(put.seconds())))
        .priority(put.priority())
        .retry(UNLIMITED);
  }

  // 2^32 - 1 seconds are more than the store looks ahead.
  private static long delayMillis(long seconds) {
    return Math.min(seconds * MILLIS, Limits.MAX_AHEAD.toMillis());
  }

  // A job that was put elsewhere may have the number as its id: then the next number is used.
  private CompletableFuture<Buffer> inserted(
      Tube tube, Command put, long number, Scheduled result) {
    return switch (result.outcome()) {
      case CREATED -> Reply.atOnce("INSERTED " + number);
      case KEPT, KEPT_RUNNING -> put(tube, put);
      default -> Reply.atOnce(Reply.OUT_OF_MEMORY);
    };
  }

  /** Reserves a claimed job for a session, or releases it if the connection is gone. */
  CompletableFuture<Buffer> reserved(Session session, ClaimedJob job) {
    return releasedIfFailed(job.lease(), numbered(session, job));
  }

  private CompletableFuture<Buffer> numbered(Session session, ClaimedJob job) {
    long claimedAt = keeper.nowNanos();
    LeaseToken lease = job.lease();
    return numbers
        .numberOf(
            new JobNumbers.JobKey(lease.queue(), lease.id(), job.times().scheduledAt()), job.body())
        .thenCombine(
            store.ttr(lease.queue(), job.body()),
            (number, ttr) -> {
              if (session.isClosed()) {
                store.release(List.of(lease));
                return Reply.line(Reply.OUT_OF_MEMORY);
              }
              long ttrNanos = ttr.toNanos();
              session.reserve(
                  new Reservation(
                      number, lease, session, ttrNanos, claimedAt + ttrNanos, claimedAt));
              return Reply.job("RESERVED", number, job.body().payload());
            });
  }

  CompletableFuture<Buffer> reserveJob(Session session, long number) {
    return claim(session, Role.CONSUME, number)
        .thenCompose(job -> job.isEmpty() ? notFound() : reserved(session, job.get()));
  }

  CompletableFuture<Buffer> delete(Session session, long number) {
    Reservation own = session.take(number);
    if (own != null) {
      return keepIfFailed(deleted(own.lease(), number), own);
    }
    return claim(session, Role.PRODUCE, number)
        .thenCompose(
            job -> job.isEmpty() ? notFound() : deletedOrReleased(job.get().lease(), number));
  }

  private CompletableFuture<Buffer> deletedOrReleased(LeaseToken claimed, long number) {
    return releasedIfFailed(claimed, deleted(claimed, number));
  }

  private CompletableFuture<Buffer> releasedIfFailed(
      LeaseToken claimed, CompletableFuture<Buffer> answer) {
    return answer.whenComplete((done, failure) -> {
      if (failure != null) {
        store.release(List.of(claimed));
      }
    });
  }

  private CompletableFuture<Buffer> deleted(LeaseToken lease, long number) {
    tubes.of(lease.queue()).deletes++;
    return settled(
        Settlement.ack(lease),
        outcome -> {
          numbers.deleted(number);
          return Reply.DELETED;
        });
  }

  // A claim tells whether the job is free, and keeps others from it, in one step.
  private CompletableFuture<Optional<ClaimedJob>> claim(Session session, Role role, long number) {
    return numbers
        .jobOf(session.login(), role, number)
        .thenCompose(job ->
            job.isEmpty()
                ? CompletableFuture.completedFuture(Optional.<ClaimedJob>empty())
                : store
                    .claimById(job.get().queue(), job.get().view().id())
                    .thenApply(result -> result.jobs().stream().findFirst()));
  }

  CompletableFuture<Buffer> release(Session session, Command release) {
    return settle(
        session,
        release.id(),
        own ->
            new Settlement(
                own.lease(),
                new SettleRequest.Retry(
                        delayMillis(release.seconds()), release.priority(), RELEASED)
                    .early()),
        outcome -> outcome == SettleOutcome.DEAD ? Reply.BURIED : Reply.RELEASED);
  }

  CompletableFuture<Buffer> bury(Session session, Command bury) {
    return settle(
        session,
        bury.id(),
        own -> new Settlement(own.lease(), new SettleRequest.Bury(bury.priority(), BURIED)),
        outcome -> Reply.BURIED);
  }

  private CompletableFuture<Buffer> settle(
      Session session,
      long number,
      Function<Reservation, Settlement> settlement,
      Function<SettleOutcome, String> answer) {
    Reservation own = session.take(number);
    return own == null ? notFound() : keepIfFailed(settled(settlement.apply(own), answer), own);
  }

  // The client repeats a command that the store could not run: the job must still be its own.
  private static CompletableFuture<Buffer> keepIfFailed(
      CompletableFuture<Buffer> settled, Reservation own) {
    return settled.whenComplete((answer, failure) -> {
      if (failure != null && !own.owner().isClosed()) {
        own.owner().reserve(own);
      }
    });
  }

  private CompletableFuture<Buffer> settled(
      Settlement settlement, Function<SettleOutcome, String> answer) {
    return store
        .here(store.settle(settlement))
        .thenApply(result ->
            Reply.line(
                result.outcome() == SettleOutcome.LEASE_LOST
                    ? Reply.NOT_FOUND
                    : answer.apply(result.outcome())));
  }

  /** Starts the time to run again; the lease is extended anyway. */
  Buffer touch(Session session, long number) {
    Reservation own = session.take(number);
    if (own == null) {
      return Reply.line(Reply.NOT_FOUND);
    }
    session.reserve(own.touched(keeper.nowNanos()));
    return Reply.line(Reply.TOUCHED);
  }

  static CompletableFuture<Buffer> notFound() {
    return Reply.atOnce(Reply.NOT_FOUND);
  }

  CompletableFuture<Buffer> peek(ClientLogin login, long number) {
    return find(
        login,
        Role.PAYLOAD,
        number,
        job ->
            CompletableFuture.completedFuture(
                Reply.job("FOUND", number, job.view().body().payload())));
  }

  CompletableFuture<Buffer> kickJob(ClientLogin login, long number) {
    return find(
        login,
        Role.ADMIN,
        number,
        job ->
            switch (job.view().state()) {
              case DEAD -> redrive(job);
              case DELAYED -> runNow(job);
              default -> notFound();
            });
  }

  private CompletableFuture<Buffer> redrive(JobNumbers.Found job) {
    Selection only = Selection.ALL.in(JobState.DEAD).among(List.of(job.view().id()));
    return store
        .here(store.engine().change(job.queue(), only, new BulkChange.Redrive(0), null, 1))
        .thenApply(step -> Reply.line(step.changed() == 1 ? Reply.KICKED : Reply.NOT_FOUND));
  }

  private CompletableFuture<Buffer> runNow(JobNumbers.Found job) {
    Reschedule now = new Reschedule(job.view().id(), DueTime.after(0), Reschedule.Condition.ALWAYS);
    return store
        .reschedule(job.queue(), now)
        .thenApply(result ->
            Reply.line(
                result.outcome() == RescheduleOutcome.RESCHEDULED
                    ? Reply.KICKED
                    : Reply.NOT_FOUND));
  }

  CompletableFuture<Buffer> stats(Session session, long number) {
    return find(
        session.login(),
        Role.READ,
        number,
        job ->
            store
                .here(store.engine().nowMillis())
                .thenCombine(
                    store.ttr(job.queue(), job.view().body()),
                    (now, ttr) ->
                        new JobStats(number, job.queue(), job.view())
                            .yaml(now, ttr, left(session.reservation(number)))));
  }

  private @Nullable Duration left(@Nullable Reservation own) {
    return own == null ? null : Duration.ofNanos(own.leftNanos(keeper.nowNanos()));
  }

  private CompletableFuture<Buffer> find(
      ClientLogin login,
      Role role,
      long number,
      Function<JobNumbers.Found, CompletableFuture<Buffer>> then) {
    return numbers
        .jobOf(login, role, number)
        .thenCompose(job ->
            job.filter(known -> !GONE.contains(known.view().state()))
                .map(then)
                .orElseGet(JobCommands::notFound));
  }
}
