package io.duetime.server.http.call;

import io.duetime.InvalidRequestException;
import io.duetime.engine.Engine;
import io.duetime.engine.JobSpec;
import io.duetime.wire.Problem;
import io.duetime.wire.SpecJson;
import io.duetime.wire.StrictJson;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Reads the jobs of a call one by one, so that an invalid one is refused by itself. */
public final class BatchReader {
  private final String queue;
  private final SpecJson reader;
  private final TraceContext trace;
  private final Supplier<String> ids;
  private final @Nullable IdempotencyKey key;
  private final Duration queueRetention;

  private BatchReader(
      Call call, Supplier<String> ids, @Nullable IdempotencyKey key, Duration queueRetention) {
    this.queue = call.queue();
    this.reader = new SpecJson(queue);
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

  /** An item: either a job to schedule, or the problem of an invalid one. */
  public record Item(
      long place, @Nullable JobSpec job, @Nullable String id, @Nullable Problem problem) {
    /** An invalid item. */
    public static Item wrong(long place, @Nullable String id, Problem problem) {
      return new Item(place, null, id, problem);
    }
  }

  /** Reads one item; never throws for an invalid one. */
  public Item read(long place, byte[] json) {
    StrictJson.JsonObject object;
    try {
      object = StrictJson.object(json);
    } catch (InvalidRequestException broken) {
      return Item.wrong(place, null, Problem.of(broken));
    }
    try {
      return new Item(place, job(place, object), null, null);
    } catch (InvalidRequestException wrong) {
      return Item.wrong(place, SpecJson.idOf(object), Problem.of(wrong));
    }
  }

  /** Reads the only job of a call; throws if it is invalid. */
  public JobSpec job(long place, StrictJson.JsonObject object) {
    String id = SpecJson.idOf(object);
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
