package io.duetime.server.http.intake;

import io.duetime.QueueSettings;
import io.duetime.engine.Engine;
import io.duetime.server.http.call.Call;
import io.duetime.server.http.call.TraceContext;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** Creates the reader of a call's jobs. */
public final class BatchReaders {
  private final Engine engine;
  private final Supplier<String> ids;

  /** Gives jobs without an id, in a call without a key, one from {@code ids}. */
  public BatchReaders(Engine engine, Supplier<String> ids) {
    this.engine = engine;
    this.ids = ids;
  }

  /** Creates a reader; for a call with a key it depends on the retention of the queue. */
  public CompletionStage<BatchReader> of(Call call) {
    String queue = call.queue();
    IdempotencyKey key = IdempotencyKey.of(call);
    CompletionStage<BatchReader> reader =
        key == null
            ? CompletableFuture.completedStage(BatchReader.unkeyed(queue, ids))
            : engine
                .settings(queue)
                .thenApply(QueueSettings::retention)
                .thenApply(retention -> BatchReader.keyed(queue, key, retention));
    TraceContext trace = TraceContext.of(call);
    return reader.thenApply(plain -> plain.within(trace));
  }
}
