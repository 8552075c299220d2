package io.duetime.server.http.call;

import io.duetime.InvalidRequestException;
import io.duetime.engine.Engine;
import io.duetime.engine.JobSpec;
import io.duetime.server.http.call.Items.Item;
import io.duetime.server.json.Problem;
import io.duetime.server.json.SpecReader;
import io.duetime.server.json.StrictJson;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Reads the jobs of a call one by one, so that an invalid one is refused by itself. */
public final class BatchReader {
  private final String queue;
  private final SpecReader reader;
  private final TraceContext trace;
  private final Supplier<String> ids;
  private final @Nullable IdempotencyKey key;
  private final Duration queueRetention;

  private BatchReader(
      Call call, Supplier<String> ids, @Nullable IdempotencyKey key, Duration queueRetention) {
    this.queue = call.queue();
    this.reader = new SpecReader(queue);
    this.trace = TraceContext.of(call);
    this.ids = ids;
    this.key = key;
    this.queueRetention = queueRetention;
  }

  /**
   * Creates a reader; for a call with a key it depends on the retention of the queue.
   *
   * @param ids gives ids to jobs without one, in calls without a key
   */
  public static CompletionStage<BatchReader> of(Call call, Engine engine, Supplier<String> ids) {
    IdempotencyKey key = IdempotencyKey.of(call);
    return key == null
        ? CompletableFuture.completedStage(new BatchReader(call, ids, null, Duration.ZERO))
        : engine
            .settings(call.queue())
            .thenApply(settings -> new BatchReader(call, ids, key, settings.retention()));
  }

  /** Reads one item; never throws for an invalid one. */
  public Item<JobSpec> read(long place, byte[] json) {
    StrictJson.JsonObject object;
    try {
      object = StrictJson.object(json);
    } catch (InvalidRequestException broken) {
      return Item.wrong(place, null, Problem.of(broken));
    }
    return Item.read(place, SpecReader.idOf(object), () -> job(place, object));
  }

  /** Reads the only job of a call; throws if it is invalid. */
  public JobSpec job(long place, StrictJson.JsonObject object) {
    String id = SpecReader.idOf(object);
    if (key == null) {
      return trace.in(reader.read(object, id == null ? ids.get() : id));
    }
    JobSpec job = trace.in(reader.read(object, id == null ? key.id(queue, place) : id));
    JobSpec.Builder keyed = job.toBuilder().nonce(key.nonce(place));
    return id == null ? keyed.retention(retention(job)).build() : keyed.build();
  }

  private Duration retention(JobSpec job) {
    Duration asked = Objects.requireNonNullElse(job.retention(), queueRetention);
    return asked.compareTo(IdempotencyKey.SHORTEST_RETENTION) > 0
        ? asked
        : IdempotencyKey.SHORTEST_RETENTION;
  }
}
