package io.duetime.server.http.intake;

import io.duetime.InvalidRequestException;
import io.duetime.engine.JobSpec;
import io.duetime.server.http.call.TraceContext;
import io.duetime.server.json.Problem;
import io.duetime.server.json.SpecReader;
import io.duetime.server.json.StrictJson;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Reads the jobs of a batch one by one, so that an invalid one is refused by itself. */
public final class BatchReader {
  private final String queue;
  private final SpecReader reader;
  private final Supplier<String> ids;
  private final @Nullable IdempotencyKey key;
  private final Duration queueRetention;
  private final TraceContext trace;

  private BatchReader(
      String queue,
      Supplier<String> ids,
      @Nullable IdempotencyKey key,
      Duration queueRetention,
      TraceContext trace) {
    this.queue = queue;
    this.trace = trace;
    this.reader = new SpecReader(queue);
    this.ids = ids;
    this.key = key;
    this.queueRetention = queueRetention;
  }

  /** For a call without a key: jobs without an id get one from {@code ids}. */
  static BatchReader unkeyed(String queue, Supplier<String> ids) {
    return new BatchReader(queue, ids, null, Duration.ZERO, TraceContext.NONE);
  }

  /** For a call with a key: jobs without an id get one from the key. */
  static BatchReader keyed(String queue, IdempotencyKey key, Duration queueRetention) {
    return new BatchReader(queue, () -> "", key, queueRetention, TraceContext.NONE);
  }

  /** The same reader, whose jobs have a trace context in their headers. */
  BatchReader within(TraceContext context) {
    return new BatchReader(queue, ids, key, queueRetention, context);
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
      return Item.wrong(place, SpecReader.idOf(object), Problem.of(wrong));
    }
  }

  /** Reads the only job of a call; throws if it is invalid. */
  public JobSpec job(long place, StrictJson.JsonObject object) {
    return trace.in(untracedJob(place, object));
  }

  private JobSpec untracedJob(long place, StrictJson.JsonObject object) {
    String id = SpecReader.idOf(object);
    if (key == null) {
      return reader.read(object, id == null ? ids.get() : id);
    }
    JobSpec job = reader.read(object, id == null ? key.id(queue, place) : id);
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
