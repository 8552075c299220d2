package io.duetime.server.json;

import io.duetime.Expiry;
import io.duetime.InvalidRequestException;
import io.duetime.Limits;
import io.duetime.OnConflict;
import io.duetime.engine.DueTime;
import io.duetime.engine.JobBody;
import io.duetime.engine.JobSpec;
import io.duetime.id.StableHash;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads a request to schedule one job from named fields, the same in a query and in JSON. */
public final class SpecReader {
  /** The fields of a job in a query. */
  public static final List<String> QUERY_FIELDS =
      List.of(
          "delay",
          "dueAt",
          "priority",
          "onConflict",
          "maxWait",
          "tag",
          "spread",
          "expiresAt",
          "expiresAfter",
          "onExpiry",
          "maxAttempts",
          "backoff",
          "retention",
          "durability");

  /** The fields of the jobs of a recurring definition. */
  public static final List<String> TEMPLATE_FIELDS =
      List.of(
          "payload",
          "payloadBase64",
          "contentType",
          "priority",
          "tags",
          "headers",
          "expiresAt",
          "expiresAfter",
          "onExpiry",
          "maxAttempts",
          "backoff",
          "jitter",
          "retention");

  /** The fields of a job in JSON. */
  public static final List<String> JSON_FIELDS =
      Stream.concat(
              Stream.of(
                  "queue", "id", "delay", "dueAt", "onConflict", "maxWait", "spread", "nonce"),
              TEMPLATE_FIELDS.stream())
          .toList();

  /** Longer than any store accepts, and short enough to add to. */
  private static final Duration LONGEST_DELAY = Duration.ofDays(36_500_000);

  private final String queue;

  /** Reads jobs of one queue. */
  public SpecReader(String queue) {
    this.queue = Limits.queue(queue);
  }

  /** Reads a job whose id and payload are given apart. */
  public JobSpec read(String id, JobBody body, Fields fields) {
    JobSpec.Builder spec =
        JobSpec.builder(id, body, due(id, fields))
            .onConflict(onConflict(fields))
            .expiry(expiry(fields));
    return traits(spec, fields).build();
  }

  /**
   * Reads a job from the bytes of a JSON object.
   *
   * @param idOtherwise the id of a job without one
   */
  public JobSpec read(StrictJson.JsonObject json, String idOtherwise) {
    Fields fields = Fields.ofJson(json.values(), JSON_FIELDS);
    String named = fields.text("queue");
    if (named != null && !named.equals(queue)) {
      throw new InvalidRequestException("queue", named, queue + ", as in the path");
    }
    String id = Objects.requireNonNullElse(fields.text("id"), idOtherwise);
    JobSpec spec = read(id, body(json, fields), fields);
    Long nonce = fields.whole("nonce");
    return nonce == null ? spec : spec.toBuilder().nonce(nonce).build();
  }

  /** The id of a JSON job, also of an otherwise invalid one; null for none. */
  public static @Nullable String idOf(StrictJson.JsonObject json) {
    var id = json.values().get("id");
    return id != null && id.isString() ? id.stringValue() : null;
  }

  /** Reads the job of a recurring definition; its id and due time are ignored. */
  public JobSpec template(String name, StrictJson.JsonObject json, Fields fields) {
    JobSpec.Builder spec =
        JobSpec.builder(name, body(json, fields), DueTime.at(0)).expiry(expiry(fields));
    return traits(spec, fields).build();
  }

  /** Reads {@code delay} or {@code dueAt}; neither means now. */
  public static DueTime due(Fields fields) {
    Duration delay = fields.duration("delay");
    Instant dueAt = fields.instant("dueAt");
    if (delay != null && dueAt != null) {
      throw new InvalidRequestException("dueAt", dueAt, "only without delay");
    }
    if (dueAt != null) {
      return DueTime.at(TimeText.millis("dueAt", dueAt));
    }
    return DueTime.after(delay == null ? 0 : roundedUp(delay));
  }

  // The store refuses a delay that is too long, in the terms of the queue's own limit.
  private static long roundedUp(Duration delay) {
    return delay.compareTo(LONGEST_DELAY) > 0
        ? LONGEST_DELAY.toMillis()
        : delay.plusNanos(999_999).toMillis();
  }

  private DueTime due(String id, Fields fields) {
    DueTime due = due(fields);
    Duration window = fields.duration("spread");
    return window == null ? due : SpreadOffset.over(window, queue, id).apply(due);
  }

  private static JobSpec.Builder traits(JobSpec.Builder spec, Fields fields) {
    Long priority = fields.whole("priority");
    if (priority != null) {
      spec.priority(priority);
    }
    Duration retention = fields.duration("retention");
    if (retention != null) {
      spec.retention(retention);
    }
    var retry = RetryText.read(fields);
    if (retry != null) {
      spec.retry(retry);
    }
    return spec.tags(
        Stream.concat(fields.texts("tags").stream(), fields.texts("tag").stream()).toList());
  }

  private static OnConflict onConflict(Fields fields) {
    OnConflict.Rule rule = fields.oneOf("onConflict", OnConflict.Rule.class);
    return new OnConflict(rule == null ? OnConflict.Rule.KEEP : rule, fields.duration("maxWait"));
  }

  private static @Nullable Expiry expiry(Fields fields) {
    Expiry.Action asked = fields.oneOf("onExpiry", Expiry.Action.class);
    Expiry.Action action = asked == null ? Expiry.Action.BURY : asked;
    Instant at = fields.instant("expiresAt");
    Duration after = fields.duration("expiresAfter");
    if (at != null && after != null) {
      throw new InvalidRequestException("expiresAt", at, "only without expiresAfter");
    }
    if (at == null && after == null && asked != null) {
      throw new InvalidRequestException("onExpiry", asked, "only with expiresAt or expiresAfter");
    }
    if (at != null) {
      return new Expiry.At(at, action);
    }
    return after == null ? null : new Expiry.After(after, action);
  }

  private static JobBody body(StrictJson.JsonObject json, Fields fields) {
    String contentType = fields.text("contentType");
    String base64 = fields.text("payloadBase64");
    byte[] raw = json.payload();
    if (raw != null && base64 != null) {
      throw new InvalidRequestException("payloadBase64", "both", "only without payload");
    }
    if (raw != null) {
      return jsonBody(raw, contentType, fields);
    }
    byte[] payload = base64 == null ? new byte[0] : decode(base64);
    return new JobBody(payload, contentType, fields.textsByName("headers"));
  }

  private static JobBody jsonBody(byte[] raw, @Nullable String contentType, Fields fields) {
    boolean isText = raw[0] == '"' && !PayloadForm.isJson(contentType);
    String otherwise = isText ? PayloadForm.TEXT : PayloadForm.JSON;
    return new JobBody(
        isText ? textOf(raw) : raw,
        Objects.requireNonNullElse(contentType, otherwise),
        fields.textsByName("headers"));
  }

  private static byte[] textOf(byte[] jsonString) {
    if (!hasEscape(jsonString)) {
      return Arrays.copyOfRange(jsonString, 1, jsonString.length - 1);
    }
    String text = StrictJson.MAPPER.readValue(jsonString, String.class);
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    if (!new String(bytes, StandardCharsets.UTF_8).equals(text)) {
      throw new InvalidRequestException(
          "payload", "a lone surrogate", "text that UTF-8 can encode");
    }
    return bytes;
  }

  private static boolean hasEscape(byte[] jsonString) {
    for (byte b : jsonString) {
      if (b == '\\') {
        return true;
      }
    }
    return false;
  }

  private static byte[] decode(String base64) {
    try {
      return Base64.getDecoder().decode(base64);
    } catch (IllegalArgumentException malformed) {
      throw new InvalidRequestException(
          "payloadBase64", "not base64", "base64 (RFC 4648, section 4)");
    }
  }

  /** Delays a due time by a hash of queue and id, the same in every repetition. */
  record SpreadOffset(long offsetMillis) {
    private static final Duration LEAST = Duration.ofMillis(1);
    private static final Duration MOST = Duration.ofMillis(StableHash.RANGE);

    static SpreadOffset over(Duration window, String queue, String id) {
      return new SpreadOffset(StableHash.spreadMillis(queue, id, millis(window)));
    }

    DueTime apply(DueTime due) {
      if (due instanceof DueTime.At at) {
        return DueTime.at(at.epochMillis() + offsetMillis);
      }
      return DueTime.after(((DueTime.After) due).delayMillis() + offsetMillis);
    }

    private static long millis(Duration window) {
      String allowed = "1 to " + StableHash.RANGE + " milliseconds";
      return Limits.within("spread", window, LEAST, MOST, allowed).toMillis();
    }
  }
}
