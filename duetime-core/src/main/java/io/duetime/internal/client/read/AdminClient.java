package io.duetime.internal.client.read;

import io.duetime.Configured;
import io.duetime.Counts;
import io.duetime.Limits;
import io.duetime.QueueAdmin;
import io.duetime.QueueConsumer;
import io.duetime.QueueSettings;
import io.duetime.Timeline;
import io.duetime.engine.Engine;
import io.duetime.internal.async.Stages;
import io.duetime.internal.client.call.ChangeApplier;
import io.duetime.internal.client.call.QueueContext;
import io.duetime.internal.engine.SettingsChanger;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** Implements the administration of one queue. */
public final class AdminClient implements QueueAdmin {
  private final QueueContext queue;

  /** Creates the administration of a queue. */
  public AdminClient(QueueContext queue) {
    this.queue = queue;
  }

  @Override
  public String name() {
    return queue.name();
  }

  @Override
  public QueueSettings settings() {
    return wait(this::read);
  }

  @Override
  public CompletableFuture<QueueSettings> settingsAsync() {
    return async(this::read);
  }

  @Override
  public QueueSettings configure(UnaryOperator<QueueSettings.Builder> change) {
    return wait(() -> changed(change));
  }

  @Override
  public CompletableFuture<QueueSettings> configureAsync(
      UnaryOperator<QueueSettings.Builder> change) {
    return async(() -> changed(change));
  }

  @Override
  public Configured configure(QueueSettings settings) {
    return wait(() -> stored(settings));
  }

  @Override
  public CompletableFuture<Configured> configureAsync(QueueSettings settings) {
    return async(() -> stored(settings));
  }

  @Override
  public Counts counts() {
    return wait(this::counted);
  }

  @Override
  public CompletableFuture<Counts> countsAsync() {
    return async(this::counted);
  }

  @Override
  public Timeline timeline(Instant from, Instant to, int buckets) {
    return wait(() -> drawn(from, to, buckets));
  }

  @Override
  public CompletableFuture<Timeline> timelineAsync(Instant from, Instant to, int buckets) {
    return async(() -> drawn(from, to, buckets));
  }

  @Override
  public List<QueueConsumer> consumers() {
    return wait(this::present);
  }

  @Override
  public CompletableFuture<List<QueueConsumer>> consumersAsync() {
    return async(this::present);
  }

  @Override
  public boolean delete() {
    return wait(() -> Stages.call(() -> engine().deleteQueue(queue.name())));
  }

  @Override
  public CompletableFuture<Boolean> deleteAsync() {
    return async(() -> Stages.call(() -> engine().deleteQueue(queue.name())));
  }

  private CompletableFuture<QueueSettings> read() {
    return Stages.call(() -> engine().settings(queue.name()));
  }

  private CompletableFuture<QueueSettings> changed(UnaryOperator<QueueSettings.Builder> change) {
    Limits.given("change", change);
    return Stages.call(() ->
        SettingsChanger.change(
            engine(),
            queue.name(),
            settings -> ChangeApplier.changed(change, settings.toBuilder()).build()));
  }

  private CompletableFuture<Configured> stored(QueueSettings settings) {
    return Stages.call(() -> engine().configure(queue.name(), settings));
  }

  /** Changes the settings unless the change has no effect, and answers whether it changed them. */
  public CompletableFuture<Boolean> changedIfOther(UnaryOperator<QueueSettings.Builder> change) {
    return read()
        .thenCompose(settings ->
            change.apply(settings.toBuilder()).build().equals(settings)
                ? CompletableFuture.completedFuture(false)
                : changed(change).thenApply(done -> true));
  }

  private CompletableFuture<Counts> counted() {
    return Stages.call(() -> engine().counts(queue.name()));
  }

  private CompletableFuture<Timeline> drawn(Instant from, Instant to, int buckets) {
    long fromMillis = Limits.moment("from", from).toEpochMilli();
    long toMillis = Limits.moment("to", to).toEpochMilli();
    return Stages.call(() -> engine().timeline(queue.name(), fromMillis, toMillis, buckets));
  }

  private CompletableFuture<List<QueueConsumer>> present() {
    return Stages.call(() -> engine().consumers(queue.name()));
  }

  private Engine engine() {
    return queue.context().engine();
  }

  private <R> R wait(Supplier<CompletableFuture<R>> call) {
    return queue.context().waits().get(call.get());
  }

  private <R> CompletableFuture<R> async(Supplier<CompletableFuture<R>> call) {
    return queue.context().forCallers(Stages.call(call));
  }
}
