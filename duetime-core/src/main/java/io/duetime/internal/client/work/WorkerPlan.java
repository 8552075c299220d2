package io.duetime.internal.client.work;

import io.duetime.Codec;
import io.duetime.Durability;
import io.duetime.Handler;
import io.duetime.Job;
import io.duetime.Limits;
import io.duetime.Worker;
import io.duetime.WorkerBuilder;
import io.duetime.WorkerSettings;
import io.duetime.internal.client.call.ChangeApplier;
import io.duetime.internal.client.call.QueueCalls;
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
  private final Handler<T> handler;
  private WorkerSettings.Builder settings = WorkerSettings.builder();
  private @Nullable Executor executor;
  private BiConsumer<Job<T>, String> onDead = (job, reason) -> {};

  /** Creates a builder with default settings. */
  public WorkerPlan(Place<T> place, Handler<T> handler) {
    this.place = place;
    this.handler = handler;
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

  Handler<T> handler() {
    return handler;
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
