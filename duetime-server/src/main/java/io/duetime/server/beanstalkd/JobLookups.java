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
import java.util.function.BiFunction;
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
        (job, view) ->
            CompletableFuture.completedFuture(Reply.job("FOUND", number, view.body().payload())));
  }

  CompletableFuture<Buffer> kickJob(Visitor visitor, long number) {
    return find(
        number,
        job -> visitor.may(Role.ADMIN, job.queue()),
        (job, view) ->
            switch (view.state()) {
              case DEAD -> redrive(job);
              case DELAYED -> runNow(job);
              default -> JobCommands.notFound();
            });
  }

  private CompletableFuture<Buffer> redrive(JobNumbers.JobKey job) {
    Selection only = Selection.ALL.in(JobState.DEAD).among(List.of(job.id()));
    return loop.here(store.engine().change(job.queue(), only, new BulkChange.Redrive(0), null, 1))
        .thenApply(step -> Reply.line(step.changed() == 1 ? Reply.KICKED : Reply.NOT_FOUND));
  }

  private CompletableFuture<Buffer> runNow(JobNumbers.JobKey job) {
    Reschedule now = new Reschedule(job.id(), DueTime.after(0), Reschedule.Condition.ALWAYS);
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
        (job, view) ->
            loop.here(store.engine().nowMillis())
                .thenCombine(
                    store.ttr(job.queue(), view.body(), loop),
                    (now, ttr) ->
                        JobStats.of(number, job.queue(), view)
                            .yaml(now, ttr, left(session.reservation(number)))));
  }

  private @Nullable Duration left(@Nullable Reservation own) {
    return own == null ? null : Duration.ofNanos(own.leftNanos(keeper.nowNanos()));
  }

  private CompletableFuture<Buffer> find(
      long number,
      Predicate<JobNumbers.JobKey> isAllowed,
      BiFunction<JobNumbers.JobKey, JobView, CompletableFuture<Buffer>> then) {
    return numbers
        .jobOf(number)
        .thenCompose(job ->
            job.filter(isAllowed).isEmpty()
                ? JobCommands.notFound()
                : loop.here(store.engine().find(job.get().queue(), job.get().id()))
                    .thenCompose(view ->
                        view.filter(JobLookups::exists)
                            .map(found -> then.apply(job.get(), found))
                            .orElseGet(JobCommands::notFound)));
  }

  private static boolean exists(JobView view) {
    return view.state() != JobState.DONE && view.state() != JobState.CANCELLED;
  }
}
