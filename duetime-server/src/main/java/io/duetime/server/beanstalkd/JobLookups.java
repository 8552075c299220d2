package io.duetime.server.beanstalkd;

import io.duetime.JobState;
import io.duetime.RescheduleOutcome;
import io.duetime.engine.BulkChange;
import io.duetime.engine.DueTime;
import io.duetime.engine.JobView;
import io.duetime.engine.Reschedule;
import io.duetime.engine.Selection;
import io.duetime.server.access.Role;
import io.duetime.server.beanstalkd.wire.Reply;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Runs the commands that find a job by its number: peek, kick-job and stats-job. */
final class JobLookups {
  private final Store store;
  private final Loop loop;
  private final JobNumbers numbers;
  private final ReservationKeeper keeper;

  JobLookups(Store store, Loop loop, JobNumbers numbers, ReservationKeeper keeper) {
    this.store = store;
    this.loop = loop;
    this.numbers = numbers;
    this.keeper = keeper;
  }

  CompletableFuture<Buffer> peek(Visitor visitor, long number) {
    return find(
        number,
        job -> visitor.may(Role.PAYLOAD, job.queue()),
        job ->
            CompletableFuture.completedFuture(
                Reply.job("FOUND", number, job.view().body().payload())));
  }

  CompletableFuture<Buffer> kickJob(Visitor visitor, long number) {
    return find(
        number,
        job -> visitor.may(Role.ADMIN, job.queue()),
        job ->
            switch (job.view().state()) {
              case DEAD -> redrive(job);
              case DELAYED -> runNow(job);
              default -> JobCommands.notFound();
            });
  }

  private CompletableFuture<Buffer> redrive(JobNumbers.Found job) {
    Selection only = Selection.ALL.in(JobState.DEAD).among(List.of(job.view().id()));
    return loop.here(store.engine().change(job.queue(), only, new BulkChange.Redrive(0), null, 1))
        .thenApply(step -> Reply.line(step.changed() == 1 ? Reply.KICKED : Reply.NOT_FOUND));
  }

  private CompletableFuture<Buffer> runNow(JobNumbers.Found job) {
    Reschedule now = new Reschedule(job.view().id(), DueTime.after(0), Reschedule.Condition.ALWAYS);
    return loop.here(store.reschedule(job.queue(), now))
        .thenApply(result ->
            Reply.line(
                result.outcome() == RescheduleOutcome.RESCHEDULED
                    ? Reply.KICKED
                    : Reply.NOT_FOUND));
  }

  CompletableFuture<Buffer> stats(Session session, long number) {
    return find(
        number,
        job -> session.visitor().may(Role.READ, job.queue()),
        job ->
            loop.here(store.engine().nowMillis())
                .thenCombine(
                    store.ttr(job.queue(), job.view().body(), loop),
                    (now, ttr) ->
                        JobStats.of(number, job.queue(), job.view())
                            .yaml(now, ttr, left(session.reservation(number)))));
  }

  private @Nullable Duration left(@Nullable Reservation own) {
    return own == null ? null : Duration.ofNanos(own.leftNanos(keeper.nowNanos()));
  }

  private CompletableFuture<Buffer> find(
      long number,
      Predicate<JobNumbers.Found> isAllowed,
      Function<JobNumbers.Found, CompletableFuture<Buffer>> then) {
    return numbers
        .jobOf(number)
        .thenCompose(job ->
            job.filter(isAllowed)
                .filter(known -> exists(known.view()))
                .map(then)
                .orElseGet(JobCommands::notFound));
  }

  private static boolean exists(JobView view) {
    return view.state() != JobState.DONE && view.state() != JobState.CANCELLED;
  }
}
