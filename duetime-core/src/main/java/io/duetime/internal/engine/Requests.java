package io.duetime.internal.engine;

import io.duetime.ErrorCode;
import io.duetime.InvalidRequestException;
import io.duetime.Limits;
import io.duetime.QueueSettings;
import io.duetime.engine.Capabilities;
import io.duetime.engine.JobBody;
import io.duetime.engine.Reschedule;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What every engine refuses before it does anything: each method checks one kind of call. */
public final class Requests {
  private Requests() {}

  /** A call about one queue. */
  public static void queue(String queue) {
    Limits.queue(queue);
  }

  /** A call with so many items of a kind. */
  public static void batch(String queue, String field, List<?> items) {
    Limits.queue(queue);
    Calls.batch(field, items);
  }

  /** A cancel. */
  public static void cancel(String queue, List<String> ids) {
    batch(queue, "ids", ids);
    ids.forEach(Limits::id);
  }

  /** A reschedule. */
  public static void reschedule(String queue, List<Reschedule> changes) {
    batch(queue, "changes", changes);
    changes.forEach(change -> Limits.id(change.id()));
  }

  /** A step of a bulk change. */
  public static void change(String queue, int limit) {
    Limits.queue(queue);
    Limits.count("limit", limit, Limits.MAX_CLAIM);
  }

  /** A look at one job. */
  public static void job(String queue, String id) {
    Limits.queue(queue);
    Limits.id(id);
  }

  /** A page of jobs. */
  public static void list(String queue, int limit) {
    Limits.queue(queue);
    Limits.count("limit", limit, Limits.MAX_PAGE);
  }

  /** A timeline. */
  public static void timeline(String queue, long fromMillis, long toMillis, int buckets) {
    Limits.queue(queue);
    Limits.count("buckets", buckets, Limits.MAX_PAGE);
    if (fromMillis < 0 || toMillis - fromMillis < buckets) {
      throw new InvalidRequestException(
          "from", fromMillis, "0 or more, and a millisecond a bucket before to, " + toMillis);
    }
  }

  /** A change of settings. */
  public static void configure(String queue, QueueSettings settings, Capabilities engine) {
    Limits.queue(queue);
    if (settings.shards() != 1 && !engine.sharded()) {
      throw new InvalidRequestException(
          ErrorCode.UNSUPPORTED, "shards", settings.shards(), "1 on this engine");
    }
    if (settings.deadCopyTo().filter(queue::equals).isPresent()) {
      throw new InvalidRequestException(
          "deadCopyTo", queue, "another queue: copies would die and be copied without an end");
    }
  }

  /** Why a payload is not taken, or null when it is. */
  public static @Nullable InvalidRequestException tooLarge(JobBody body, int maxPayloadBytes) {
    int bytes = body.payload().length;
    return bytes <= maxPayloadBytes
        ? null
        : new InvalidRequestException(
            "payload", bytes + " bytes", "at most " + maxPayloadBytes + " bytes");
  }
}
