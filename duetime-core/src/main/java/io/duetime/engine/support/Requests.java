package io.duetime.engine.support;

import io.duetime.Durability;
import io.duetime.ErrorCode;
import io.duetime.Expiry;
import io.duetime.InvalidRequestException;
import io.duetime.Limits;
import io.duetime.QueueSettings;
import io.duetime.engine.Capabilities;
import io.duetime.engine.DueTime;
import io.duetime.engine.JobBody;
import io.duetime.text.DurationText;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** What every engine refuses before it does anything: each method checks one kind of call. */
public final class Requests {
  private Requests() {}

  /** A call with so many items of a kind. */
  static void batch(String queue, String field, List<?> items) {
    Limits.queue(queue);
    if (Limits.given(field, items).size() > Limits.MAX_BATCH) {
      throw new InvalidRequestException(
          field, items.size() + " items", "at most " + Limits.MAX_BATCH);
    }
  }

  /** A call with so many items of a kind, to be as durable as asked. */
  static void batch(String queue, String field, List<?> items, Durability durability) {
    batch(queue, field, items);
    Limits.given("durability", durability);
  }

  /** A look at one job. */
  static void job(String queue, String id) {
    Limits.queue(queue);
    Limits.id(id);
  }

  /** A change of a recurring definition by its name. */
  static void recurring(String queue, String name, OptionalLong version) {
    Limits.queue(queue);
    Limits.recurringName(name);
    if (Limits.given("version", version).orElse(0) < 0) {
      throw new InvalidRequestException("version", version.getAsLong(), "0 or more");
    }
  }

  /** A timeline. */
  static void timeline(String queue, long fromMillis, long toMillis, int buckets) {
    Limits.queue(queue);
    Limits.count("buckets", buckets, Limits.MAX_PAGE);
    moment("from", fromMillis);
    moment("to", toMillis);
    if (toMillis - fromMillis < buckets) {
      throw new InvalidRequestException(
          "from",
          Instant.ofEpochMilli(fromMillis),
          "1 ms or more for each of "
              + buckets
              + " buckets before to, "
              + Instant.ofEpochMilli(toMillis));
    }
  }

  private static void moment(String field, long millis) {
    Limits.moment(field, Instant.ofEpochMilli(millis));
  }

  /** A change of settings. */
  static void configure(String queue, QueueSettings settings, Capabilities engine) {
    Limits.queue(queue);
    Limits.given("settings", settings);
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

  /** What only the store can refuse of an update, in the terms in which it was asked for. */
  public static final class Unfit {
    private Unfit() {}

    /** Refuses an expiry that has passed already. */
    public static InvalidRequestException expired(Expiry expiry) {
      return expiry instanceof Expiry.After after
          ? new InvalidRequestException(
              "expiresAfter", after.duration(), "firstDueAt + expiresAfter after the store's now")
          : new InvalidRequestException(
              "expiresAt", ((Expiry.At) expiry).instant(), "after the store's now");
    }

    /** Refuses the tags that a job would have. */
    public static InvalidRequestException tags(long count) {
      return new InvalidRequestException(
          "tags", count + " tags with those of the job", "at most " + Limits.MAX_TAGS);
    }
  }

  /** How far ahead of the store's clock jobs may be due, and the refusal of those further ahead. */
  public static final class TooFarAhead {
    private TooFarAhead() {}

    /** The most milliseconds ahead that a queue takes. */
    public static long mostMillis(QueueSettings settings) {
      long most = Limits.MAX_AHEAD.toMillis();
      return settings.maxAhead().isZero() ? most : Math.min(most, settings.maxAhead().toMillis());
    }

    /** Refuses a due time, in the terms in which it was asked for. */
    public static InvalidRequestException of(DueTime due, long mostMillis) {
      String allowed =
          "at most " + DurationText.exact(Duration.ofMillis(mostMillis)) + " after the store's now";
      return due instanceof DueTime.After after
          ? new InvalidRequestException("delay", Duration.ofMillis(after.delayMillis()), allowed)
          : new InvalidRequestException("dueAt", Instant.ofEpochMilli(due.resolve(0)), allowed);
    }
  }
}
