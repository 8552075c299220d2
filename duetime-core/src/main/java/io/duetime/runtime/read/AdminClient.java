package io.duetime.runtime.read;

import io.duetime.Configured;
import io.duetime.Counts;
import io.duetime.Limits;
import io.duetime.QueueAdmin;
import io.duetime.QueueConsumer;
import io.duetime.QueueSettings;
import io.duetime.Timeline;
import io.duetime.async.Stages;
import io.duetime.engine.support.SettingsChanger;
import io.duetime.runtime.call.ChangeApplier;
import io.duetime.runtime.call.QueueContext;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
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
    return queue.await(this::read);
  }

  @Override
  public QueueSettings configure(UnaryOperator<QueueSettings.Builder> change) {
    return queue.await(() -> changed(change));
  }

  @Override
  public Configured configure(QueueSettings settings) {
    return queue.await(() -> queue.engine().configure(queue.name(), settings));
  }

  @Override
  public Counts counts() {
    return queue.await(() -> queue.engine().counts(queue.name()));
  }

  @Override
  public Timeline timeline(Instant from, Instant to, int buckets) {
    long fromMillis = Limits.moment("from", from).toEpochMilli();
    long toMillis = Limits.moment("to", to).toEpochMilli();
    return queue.await(() -> queue.engine().timeline(queue.name(), fromMillis, toMillis, buckets));
  }

  @Override
  public List<QueueConsumer> consumers() {
    return queue.await(() -> queue.engine().consumers(queue.name()));
  }

  @Override
  public boolean delete() {
    return queue.await(() -> queue.engine().deleteQueue(queue.name()));
  }

  private CompletableFuture<QueueSettings> read() {
    return Stages.call(() -> queue.engine().settings(queue.name()));
  }

  private CompletableFuture<QueueSettings> changed(UnaryOperator<QueueSettings.Builder> change) {
    Limits.given("change", change);
    return Stages.call(() ->
        SettingsChanger.change(
            queue.engine(),
            queue.name(),
            settings -> ChangeApplier.changed(change, settings.toBuilder()).build()));
  }

  /** Changes the settings unless the change has no effect, and answers whether it changed them. */
  public CompletableFuture<Boolean> changedIfOther(UnaryOperator<QueueSettings.Builder> change) {
    return read()
        .thenCompose(settings ->
            change.apply(settings.toBuilder()).build().equals(settings)
                ? CompletableFuture.completedFuture(false)
                : changed(change).thenApply(done -> true));
  }
}
