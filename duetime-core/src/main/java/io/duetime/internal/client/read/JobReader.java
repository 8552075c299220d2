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
import io.duetime.internal.client.call.QueueSide;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Reads jobs of one queue. */
public final class JobReader<T> {
  private final QueueSide side;
  private final Codec<T> codec;

  /** Reads jobs of a queue, with payloads decoded by a codec. */
  public JobReader(QueueSide side, Codec<T> codec) {
    this.side = side;
    this.codec = codec;
  }

  /** Finds a job; empty when the queue holds none with that id. */
  public CompletableFuture<Optional<StoredJob<T>>> find(String id) {
    return Stages.call(() -> side.context().engine().find(side.name(), id))
        .thenApply(view -> view.map(this::stored));
  }

  /** Explains when a job will run, or why it does not. */
  public CompletableFuture<Explanation> explain(String id) {
    return Stages.call(() -> side.context().engine().explain(side.name(), id));
  }

  /** The same for many jobs, in the order of their ids. */
  public CompletableFuture<List<Explanation>> explainAll(Collection<String> ids) {
    if (Limits.given("ids", ids).size() > Limits.MAX_SELECTED) {
      throw new InvalidRequestException(
          "ids", ids.size() + " ids", "at most " + Limits.MAX_SELECTED);
    }
    List<String> all = ids.stream().map(Limits::id).toList();
    return Stages.each(all, this::explain);
  }

  CompletableFuture<JobPage<T>> page(Selection selection, int limit, @Nullable String cursor) {
    return Stages.call(() -> side.context().engine().list(side.name(), selection, cursor, limit))
        .thenApply(
            page -> new JobPage<>(page.jobs().stream().map(this::stored).toList(), page.cursor()));
  }

  private StoredJob<T> stored(JobView view) {
    return new StoredView<>(side.name(), view, codec);
  }
}
