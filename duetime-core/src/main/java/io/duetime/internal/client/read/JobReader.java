package io.duetime.internal.client.read;

import io.duetime.Codec;
import io.duetime.Explanation;
import io.duetime.InvalidRequestException;
import io.duetime.JobPage;
import io.duetime.Limits;
import io.duetime.StoredJob;
import io.duetime.engine.JobView;
import io.duetime.engine.Selection;
import io.duetime.internal.async.Stages;
import io.duetime.internal.client.call.QueueContext;
import java.util.Collection;
import java.util.List;
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

  /** Explains many jobs, in the order of their ids. */
  public CompletableFuture<List<Explanation>> explainAll(Collection<String> ids) {
    if (Limits.given("ids", ids).size() > Limits.MAX_SELECTED) {
      throw new InvalidRequestException(
          "ids", ids.size() + " ids", "at most " + Limits.MAX_SELECTED);
    }
    List<String> all = ids.stream().map(Limits::id).toList();
    return Stages.each(all, this::explain);
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
