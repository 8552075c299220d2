package io.duetime.internal.client;

import io.duetime.Codec;
import io.duetime.JobRequest;
import io.duetime.Limits;
import io.duetime.MissedTicks;
import io.duetime.Recurring;
import io.duetime.RecurringJobs;
import io.duetime.RecurringRequest;
import io.duetime.engine.Engine;
import io.duetime.engine.JobSpec;
import io.duetime.engine.RecurringJob;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** The recurring definitions of one queue. */
final class RecurringClient<T> implements RecurringJobs<T> {
  private final QueueSide side;
  private final Codec<T> codec;
  private final StoreClient store;

  RecurringClient(QueueSide side, Codec<T> codec, StoreClient store) {
    this.side = side;
    this.codec = codec;
    this.store = store;
  }

  @Override
  public Recurring put(RecurringRequest<T> request) {
    return wait(() -> stored(request));
  }

  @Override
  public CompletableFuture<Recurring> putAsync(RecurringRequest<T> request) {
    return async(() -> stored(request));
  }

  @Override
  public List<Recurring> list() {
    return wait(this::listed);
  }

  @Override
  public CompletableFuture<List<Recurring>> listAsync() {
    return async(this::listed);
  }

  @Override
  public boolean pause(String name) {
    return wait(() -> paused(name, true));
  }

  @Override
  public CompletableFuture<Boolean> pauseAsync(String name) {
    return async(() -> paused(name, true));
  }

  @Override
  public boolean resume(String name) {
    return wait(() -> paused(name, false));
  }

  @Override
  public CompletableFuture<Boolean> resumeAsync(String name) {
    return async(() -> paused(name, false));
  }

  @Override
  public boolean remove(String name) {
    return wait(() -> removed(name));
  }

  @Override
  public CompletableFuture<Boolean> removeAsync(String name) {
    return async(() -> removed(name));
  }

  private CompletableFuture<Recurring> stored(RecurringRequest<T> request) {
    // Id, due time and nonce of a template are not used: every tick has its own.
    JobRequest<T> asked = Limits.given("request", request).template();
    JobSpec template = store.specs().job(side.name(), asked, codec);
    return put(
        new RecurringJob(
            request.name(),
            request.schedule(),
            template,
            RecurringJob.Missed.valueOf(request.missed().name()),
            false));
  }

  private CompletableFuture<Recurring> put(RecurringJob job) {
    return Stages.call(() -> engine().putRecurring(side.name(), job))
        .thenApply(view -> {
          store.upkeeper().look();
          return recurring(view);
        });
  }

  private CompletableFuture<List<Recurring>> listed() {
    return Stages.call(() -> engine().recurring(side.name()))
        .thenApply(views -> views.stream().map(RecurringClient::recurring).toList());
  }

  private CompletableFuture<Boolean> paused(String name, boolean pause) {
    RecurringJob.checkedName(name);
    return Stages.call(() -> engine().recurring(side.name()))
        .thenCompose(views -> {
          Optional<RecurringJob> known =
              views.stream()
                  .map(RecurringJob.View::job)
                  .filter(job -> job.name().equals(name))
                  .findFirst();
          return known.isEmpty()
              ? CompletableFuture.completedFuture(false)
              : put(known.get().paused(pause)).thenApply(done -> true);
        });
  }

  private CompletableFuture<Boolean> removed(String name) {
    return Stages.call(() -> engine().removeRecurring(side.name(), name));
  }

  private Engine engine() {
    return side.context().engine();
  }

  private static Recurring recurring(RecurringJob.View view) {
    RecurringJob job = view.job();
    return new Recurring(
        job.name(),
        job.schedule(),
        MissedTicks.valueOf(job.missed().name()),
        job.paused(),
        view.lastTickMillis() == 0 ? null : Answers.momentOrNull(view.lastTickMillis()),
        Answers.momentOrNull(view.nextTickMillis()));
  }

  private <R> R wait(Supplier<CompletableFuture<R>> call) {
    return side.context().waits().get(call.get());
  }

  private <R> CompletableFuture<R> async(Supplier<CompletableFuture<R>> call) {
    return side.context().forCallers(Stages.call(call));
  }
}
