package io.duetime.wire;

import static io.duetime.wire.Values.ASKED_MOMENT;
import static io.duetime.wire.Values.DURATION;
import static io.duetime.wire.Values.EXACT_INSTANT;
import static io.duetime.wire.Values.TEXT;
import static io.duetime.wire.Values.TEXTS;
import static io.duetime.wire.Values.TEXTS_BY_NAME;
import static io.duetime.wire.Values.WHOLE;
import static java.time.Duration.ofMillis;

import io.duetime.Expiry;
import io.duetime.InvalidRequestException;
import io.duetime.Limits;
import io.duetime.OnConflict;
import io.duetime.RetryPolicy;
import io.duetime.engine.DueTime;
import io.duetime.engine.JobBody;
import io.duetime.engine.JobSpec;
import io.duetime.id.StableHash;
import io.duetime.wire.Members.Value;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes requests to schedule one job. They are read from named fields, the same in a
 * query and in JSON.
 */
public final class SpecJson {
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

  private static final Value<OnConflict.Rule> RULE = Values.oneOf(OnConflict.Rule.class);
  private static final Value<Expiry.Action> ACTION = Values.oneOf(Expiry.Action.class);

  /** Longer than any store accepts, and short enough to add to. */
  private static final Duration LONGEST_DELAY = Duration.ofDays(36_500_000);

  private final String queue;

  /** Reads jobs of one queue. */
  public SpecJson(String queue) {
    this.queue = Limits.queue(queue);
  }

  /** Writes a job. */
  public static JsonShape of(JobSpec job) {
    return Members.shape(job, m -> spec(m, job.id(), job.body(), job.due()));
  }

  /** Reads a job whose id, payload, content type and headers are given apart. */
  public JobSpec read(
      String id,
      byte[] payload,
      @Nullable String contentType,
      Map<String, String> headers,
      Fields fields) {
    Members<JobSpec> m = Members.reading(fields);
    return read(m, id, body(m.part(JobSpec::body), payload, contentType, headers));
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
    Members<JobSpec> m = Members.reading(fields);
    return read(m, id, body(m.part(JobSpec::body), json));
  }

  private JobSpec read(Members<JobSpec> m, String id, JobBody body) {
    DueTime due = due(m.part(JobSpec::due));
    Duration window = m.fields().duration("spread");
    return spec(
        m, id, body, window == null ? due : SpreadOffset.over(window, queue, id).apply(due));
  }

  /** The id of a JSON job, also of an otherwise invalid one; null for none. */
  public static @Nullable String idOf(StrictJson.JsonObject json) {
    return json.values().get("id") instanceof String id ? id : null;
  }

  private static JobSpec spec(Members<JobSpec> m, String id, JobBody body, DueTime due) {
    m.show("id", TEXT, JobSpec::id);
    if (m.isWriting()) {
      due(m.part(JobSpec::due));
    }
    OnConflict.Rule rule =
        m.or("onConflict", RULE, OnConflict.Rule.KEEP, spec -> spec.onConflict().rule());
    Duration maxWait = m.optional("maxWait", DURATION, spec -> spec.onConflict().maxWait());
    long nonce = m.or("nonce", WHOLE, 0L, JobSpec::nonce);
    if (m.isWriting()) {
      write(m.part(JobSpec::body), PayloadForm.BASE64);
    }
    return template(m, JobSpec.builder(id, body, due))
        .onConflict(new OnConflict(rule, maxWait))
        .nonce(nonce)
        .build();
  }

  /** What requests have in common with the jobs of a recurring definition, but for the payload. */
  static JobSpec.Builder template(Members<JobSpec> m, JobSpec.Builder spec) {
    Long priority = m.optional("priority", WHOLE, JobSpec::priority);
    if (priority != null) {
      spec.priority(priority);
    }
    Duration retention = m.optional("retention", DURATION, JobSpec::retention);
    if (retention != null) {
      spec.retention(retention);
    }
    RetryPolicy retry = RetryJson.policy(m.part(JobSpec::retry), RetryPolicy.DEFAULT);
    if (retry != null) {
      spec.retry(retry);
    }
    List<String> tags = m.or("tags", TEXTS, List.of(), JobSpec::tags);
    return spec.tags(Stream.concat(tags.stream(), m.fields().texts("tag").stream()).toList())
        .expiry(expiry(m.part(JobSpec::expiry)));
  }

  /** Reads or writes {@code delay} or {@code dueAt}; neither means now. */
  static DueTime due(Members<DueTime> m) {
    Duration delay =
        m.optional(
            "delay",
            DURATION,
            due -> due instanceof DueTime.After after ? ofMillis(after.delayMillis()) : null);
    Long dueAt =
        m.optional(
            "dueAt",
            ASKED_MOMENT,
            due -> due instanceof DueTime.At at ? Long.valueOf(at.epochMillis()) : null);
    if (dueAt == null) {
      return DueTime.after(delay == null ? 0 : roundedUp(delay));
    }
    if (delay != null) {
      throw new InvalidRequestException("dueAt", Instant.ofEpochMilli(dueAt), "only without delay");
    }
    return DueTime.at(dueAt);
  }

  // The store refuses a delay that is too long, in the terms of the queue's own limit.
  private static long roundedUp(Duration delay) {
    return delay.compareTo(LONGEST_DELAY) > 0
        ? LONGEST_DELAY.toMillis()
        : delay.plusNanos(999_999).toMillis();
  }

  static @Nullable Expiry expiry(Members<Expiry> m) {
    Expiry.Action asked = m.optional("onExpiry", ACTION, Expiry::action);
    Expiry.Action action = asked == null ? Expiry.Action.BURY : asked;
    Instant at =
        m.optional(
            "expiresAt",
            EXACT_INSTANT,
            expiry -> expiry instanceof Expiry.At known ? known.instant() : null);
    Duration after =
        m.optional(
            "expiresAfter",
            DURATION,
            expiry -> expiry instanceof Expiry.After known ? known.duration() : null);
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

  /**
   * The members that describe a payload. The payload and the headers, which not all readers see,
   * are written apart.
   *
   * @param payload the payload of a body that is read
   * @param typeOtherwise its content type if the JSON has none
   * @param headers its headers
   */
  public static JobBody body(
      Members<JobBody> m,
      byte[] payload,
      @Nullable String typeOtherwise,
      Map<String, String> headers) {
    String type = m.optional("contentType", TEXT, JobBody::contentType);
    return m.isWriting()
        ? m.value()
        : new JobBody(payload, type == null ? typeOtherwise : type, headers);
  }

  /** Writes a payload in a form, what describes it, and the headers unless they are hidden. */
  static JobBody write(Members<JobBody> m, PayloadForm form) {
    JobBody body = m.value();
    form.write(m.out(), body);
    body(m, body.payload(), body.contentType(), body.headers());
    if (form != PayloadForm.HIDDEN) {
      m.show("headers", TEXTS_BY_NAME, JobBody::headers);
    }
    return body;
  }

  static JobBody body(Members<JobBody> m, StrictJson.JsonObject json) {
    Fields fields = m.fields();
    String base64 = fields.text("payloadBase64");
    byte[] raw = json.payload();
    if (raw != null && base64 != null) {
      throw new InvalidRequestException("payloadBase64", "both", "only without payload");
    }
    Map<String, String> headers = fields.textsByName("headers");
    if (raw == null) {
      byte[] payload = base64 == null ? new byte[0] : PayloadForm.decode(base64);
      return body(m, payload, null, headers);
    }
    boolean isText = raw[0] == '"' && !PayloadForm.isJson(fields.text("contentType"));
    return isText
        ? body(m, textOf(raw), PayloadForm.TEXT, headers)
        : body(m, raw, PayloadForm.JSON, headers);
  }

  private static byte[] textOf(byte[] jsonString) {
    if (!hasEscape(jsonString)) {
      return Arrays.copyOfRange(jsonString, 1, jsonString.length - 1);
    }
    String text = StrictJson.string(jsonString);
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

  /** Delays a due time by a hash of queue and id, the same in every repetition. */
  record SpreadOffset(long offsetMillis) {
    private static final Duration LEAST = Duration.ofMillis(1);

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
      return Limits.within("spread", window, LEAST, Limits.MAX_SPREAD, "1 ms to 49 days")
          .toMillis();
    }
  }
}
