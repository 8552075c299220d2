package io.duetime.server.http;

import io.duetime.InvalidRequestException;
import io.duetime.engine.JobSpec;
import io.duetime.server.json.Problem;
import io.duetime.server.json.SpecReader;
import io.duetime.server.json.StrictJson;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Reads the jobs of a batch one by one, so that one that is wrong is refused by itself. */
final class BatchReader {
  private final SpecReader reader;
  private final Supplier<String> ids;
  private final @Nullable String idempotencyKey;

  /** Jobs without an id get one from {@code ids}. */
  BatchReader(String queue, Supplier<String> ids, @Nullable String idempotencyKey) {
    this.reader = new SpecReader(queue);
    this.ids = ids;
    this.idempotencyKey = idempotencyKey;
  }

  /** One item: either a job to be scheduled, or what is wrong with it. */
  record Item(long place, @Nullable JobSpec job, @Nullable String id, @Nullable Problem problem) {
    static Item wrong(long place, @Nullable String id, Problem problem) {
      return new Item(place, null, id, problem);
    }
  }

  Item read(long place, byte[] json) {
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

  /** Reads a job that stands alone, whose faults are those of the whole call. */
  JobSpec job(long place, StrictJson.JsonObject object) {
    String id = SpecReader.idOf(object);
    return reader.read(object, id == null ? ids.get() : id).toBuilder()
        .nonce(Nonces.of(idempotencyKey, place))
        .build();
  }
}
