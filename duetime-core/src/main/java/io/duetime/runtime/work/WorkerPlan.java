package io.duetime.runtime.work;

import io.duetime.AsyncHandler;
import io.duetime.Codec;
import io.duetime.Durability;
import io.duetime.Handler;
import io.duetime.Job;
import io.duetime.Limits;
import io.duetime.Worker;
import io.duetime.WorkerBuilder;
import io.duetime.WorkerSettings;
import io.duetime.runtime.call.ChangeApplier;
import io.duetime.runtime.call.QueueCalls;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Builds a worker. Not thread safe. */
public final class WorkerPlan<T> implements WorkerBuilder<T> {
  /** The parts of a worker that callers do not choose. */
  public record Place<T>(
      String queue,
      Codec<T> codec,
      Durability durability,
      QueueCalls calls,
      StoreWorkers workers) {}

  private final Place<T> place;
  private final AsyncHandler<T> handler;
  private final boolean async;
  private WorkerSettings.Builder settings = WorkerSettings.builder();
  private @Nullable Executor executor;
  private BiConsumer<Job<T>, String> onDead = (job, reason) -> {};

  private WorkerPlan(Place<T> place, AsyncHandler<T> handler, boolean async) {
    this.place = place;
    this.handler = handler;
    this.async = async;
  }

  /** Creates a builder of a worker whose handler has ended when it returns. */
  public static <T> WorkerPlan<T> of(Place<T> place, Handler<T> handler) {
    return new WorkerPlan<>(place, ending(handler), false);
  }

  /** Creates a builder of a worker whose handler ends with its stage. */
  public static <T> WorkerPlan<T> ofAsync(Place<T> place, AsyncHandler<T> handler) {
    return new WorkerPlan<>(place, handler, true);
  }

  private static <T> AsyncHandler<T> ending(Handler<T> handler) {
    CompletableFuture<Void> ended = CompletableFuture.completedFuture(null);
    return job -> {
      handler.handle(job);
      return ended;
    };
  }

  @Override
  public WorkerBuilder<T> with(UnaryOperator<WorkerSettings.Builder> change) {
    settings = ChangeApplier.changed(Limits.given("change", change), settings);
    return this;
  }

  @Override
  public WorkerBuilder<T> settings(WorkerSettings newSettings) {
    settings = Limits.given("settings", newSettings).toBuilder();
    return this;
  }

  @Override
  public WorkerBuilder<T> executor(Executor newExecutor) {
    executor = Limits.given("executor", newExecutor);
    return this;
  }

  @Override
  public WorkerBuilder<T> onDead(BiConsumer<Job<T>, String> callback) {
    onDead = Limits.given("onDead", callback);
    return this;
  }

  @Override
  public Worker start() {
    return place.workers.start(this);
  }

  Place<T> place() {
    return place;
  }

  AsyncHandler<T> handler() {
    return handler;
  }

  boolean isAsync() {
    return async;
  }

  WorkerSettings built() {
    return settings.build();
  }

  @Nullable Executor executor() {
    return executor;
  }

  BiConsumer<Job<T>, String> onDead() {
    return onDead;
  }
}
