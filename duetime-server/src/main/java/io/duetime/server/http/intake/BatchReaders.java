package io.duetime.server.http.intake;

import io.duetime.QueueSettings;
import io.duetime.engine.Engine;
import io.duetime.server.http.call.Call;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** Makes the reader of a call's jobs. */
public final class BatchReaders {
  private final Engine engine;
  private final Supplier<String> ids;

  /** Jobs that name no id, in a call without a key, get one from {@code ids}. */
  public BatchReaders(Engine engine, Supplier<String> ids) {
    this.engine = engine;
    this.ids = ids;
  }

  /** With a key, the reader also needs to know how long the queue remembers its jobs. */
  public CompletionStage<BatchReader> of(Call call) {
    String queue = call.queue();
    IdempotencyKey key = IdempotencyKey.of(call);
    return key == null
        ? CompletableFuture.completedStage(BatchReader.unkeyed(queue, ids))
        : engine
            .settings(queue)
            .thenApply(QueueSettings::retention)
            .thenApply(retention -> BatchReader.keyed(queue, key, retention));
  }
}
