package io.duetime.runtime.produce;

import io.duetime.Codec;
import io.duetime.JobRequest;
import io.duetime.Limits;
import io.duetime.PendingTicks;
import io.duetime.Recurring;
import io.duetime.RecurringJobs;
import io.duetime.RecurringRequest;
import io.duetime.Scheduled;
import io.duetime.engine.JobSpec;
import io.duetime.engine.RecurringChange;
import io.duetime.engine.RecurringJob;
import io.duetime.runtime.call.QueueContext;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Implements the calls for recurring definitions of one queue. */
public final class RecurringClient<T> implements RecurringJobs<T> {
  private final QueueContext queue;
  private final Codec<T> codec;
  private final Specs specs;
  private final Runnable whenTicking;

  /**
   * Creates the calls; {@code specs} makes the templates.
   *
   * @param whenTicking runs when the store's next tick may have moved
   */
  public RecurringClient(QueueContext queue, Codec<T> codec, Specs specs, Runnable whenTicking) {
    this.queue = queue;
    this.codec = codec;
    this.specs = specs;
    this.whenTicking = whenTicking;
  }

  @Override
  public Recurring put(RecurringRequest<T> request) {
    JobRequest<T> asked = Limits.given("request", request).template();
    JobSpec template = specs.job(queue.name(), asked, codec);
    RecurringJob job =
        new RecurringJob(
            request.name(), request.schedule(), template, request.rules(), request.owner());
    RecurringChange change =
        new RecurringChange(job, request.paused(), request.pending(), OptionalLong.empty());
    return queue.await(() ->
        queue
            .engine()
            .putRecurring(queue.name(), change)
            .thenApply(result -> ticking(result.view().orElseThrow())));
  }

  @Override
  public List<Recurring> list() {
    return queue.await(() ->
        queue
            .engine()
            .recurring(queue.name())
            .thenApply(views -> views.stream().map(RecurringClient::recurring).toList()));
  }

  @Override
  public Optional<Recurring> pause(String name) {
    return queue.await(() ->
        queue
            .engine()
            .pauseRecurring(queue.name(), name, OptionalLong.empty())
            .thenApply(result -> result.view().map(RecurringClient::recurring)));
  }

  @Override
  public Optional<Recurring> resume(String name) {
    return queue.await(() ->
        queue
            .engine()
            .resumeRecurring(queue.name(), name, OptionalLong.empty())
            .thenApply(result -> result.view().map(this::ticking)));
  }

  @Override
  public Optional<Scheduled> runNow(String name) {
    Limits.recurringName(name);
    return queue.await(() ->
        queue
            .engine()
            .runRecurring(queue.name(), name, queue.durability())
            .thenApply(run -> run.map(result -> ProducerClient.orThrow(result, result.refusal()))));
  }

  @Override
  public Optional<Recurring> remove(String name, PendingTicks pending) {
    return queue.await(() ->
        queue
            .engine()
            .removeRecurring(queue.name(), name, OptionalLong.empty(), pending)
            .thenApply(result -> result.view().map(RecurringClient::recurring)));
  }

  private Recurring ticking(RecurringJob.View view) {
    whenTicking.run();
    return recurring(view);
  }

  private static Recurring recurring(RecurringJob.View view) {
    RecurringJob job = view.job();
    RecurringJob.Ticks ticks = view.ticks();
    return new Recurring(
        job.name(),
        job.schedule(),
        job.rules(),
        view.paused(),
        ticks.lastMillis() == 0 ? null : Instant.ofEpochMilli(ticks.lastMillis()),
        ticks.nextMillis().stream().map(Instant::ofEpochMilli).toList(),
        view.pendingIds(),
        ticks.skipped(),
        job.owner());
  }
}
