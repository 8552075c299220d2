package io.duetime.runtime.read;

import io.duetime.Codec;
import io.duetime.Counts;
import io.duetime.Explanation;
import io.duetime.JobPage;
import io.duetime.StoredJob;
import io.duetime.async.Stages;
import io.duetime.engine.JobView;
import io.duetime.engine.Selection;
import io.duetime.runtime.call.QueueContext;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Reads jobs of one queue. */
public final class JobReader<T> {
  private final QueueContext queue;
  private final Codec<T> codec;

  /** Creates a reader for a queue, with payloads decoded by a codec. */
  public JobReader(QueueContext queue, Codec<T> codec) {
    this.queue = queue;
    this.codec = codec;
  }

  /** Finds a job; empty if the queue has no job with this id. */
  public CompletableFuture<Optional<StoredJob<T>>> find(String id) {
    return Stages.call(() -> queue.context().engine().find(queue.name(), id))
        .thenApply(view -> view.map(this::stored));
  }

  /** Explains why a job is not running. */
  public CompletableFuture<Explanation> explain(String id) {
    return Stages.call(() -> queue.context().engine().explain(queue.name(), id));
  }

  /** Counts the jobs in each state. */
  public CompletableFuture<Counts> counts() {
    return Stages.call(() -> queue.context().engine().counts(queue.name()));
  }

  CompletableFuture<JobPage<StoredJob<T>>> page(
      Selection selection, int limit, @Nullable String cursor) {
    return Stages.call(() -> queue.context().engine().list(queue.name(), selection, cursor, limit))
        .thenApply(
            page -> new JobPage<>(page.jobs().stream().map(this::stored).toList(), page.cursor()));
  }

  private StoredJob<T> stored(JobView view) {
    return new StoredView<>(queue.name(), view, codec);
  }
}
