package io.duetime.runtime.read;

import io.duetime.AsyncQueue;
import io.duetime.Codec;
import io.duetime.Counts;
import io.duetime.Explanation;
import io.duetime.StoredJob;
import io.duetime.async.Stages;
import io.duetime.runtime.call.QueueContext;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Reads jobs of one queue. */
public interface JobReader<T> extends AsyncQueue<T> {
  /** The queue. */
  QueueContext queue();

  /** Decodes the payloads. */
  Codec<T> codec();

  @Override
  default CompletionStage<Optional<StoredJob<T>>> find(String id) {
    return queue()
        .answer(() ->
            Stages.call(() -> queue().engine().find(queue().name(), id))
                .thenApply(
                    view -> view.map(one -> new StoredView<>(queue().name(), one, codec()))));
  }

  @Override
  default CompletionStage<Explanation> explain(String id) {
    return queue().answer(() -> Stages.call(() -> queue().engine().explain(queue().name(), id)));
  }

  @Override
  default CompletionStage<Counts> counts() {
    return queue().answer(() -> Stages.call(() -> queue().engine().counts(queue().name())));
  }
}
