package io.duetime.embedded.internal.record;

import io.duetime.Expiry;
import io.duetime.OnConflict;
import io.duetime.RetryPolicy;
import io.duetime.embedded.internal.record.Records.UnreadableRecordException;
import io.duetime.engine.DueTime;
import io.duetime.engine.JobBody;
import io.duetime.engine.JobSpec;
import io.duetime.kernel.job.JobHead.Terms;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The fields of requests: their bodies, their terms (tags, retry policy, expiry, retention), and
 * whole ones, which are templates of recurring jobs and copies that are still to be made.
 */
final class SpecCodec {
  static final JobBody ANY_BODY = JobBody.of(new byte[0]);
  static final JobSpec ANY = JobSpec.builder("any", ANY_BODY, DueTime.at(0)).build();

  private static final int DUE_AT = 0;
  private static final int DUE_AFTER = 1;
  private static final int CONTENT_TYPE = 1;
  private static final int HEADERS = 1 << 1;
  private static final int ALL = CONTENT_TYPE | HEADERS;
  private static final int NEVER_EXPIRES = 0;
  private static final int EXPIRES_AT = 1;
  private static final int EXPIRES_AFTER = 2;

  // A store has few rules and many jobs: the texts are parsed once. Bounded, in case it does not.
  private static final int MANY_RULES = 1_000;
  private static final Map<String, RetryPolicy> RULES = new ConcurrentHashMap<>();

  private SpecCodec() {}

  static JobSpec spec(RecordFields fields, JobSpec spec) {
    String id = fields.text(spec.id());
    JobBody body = body(fields, spec.body());
    JobSpec.Builder made = JobSpec.builder(id, body, due(fields, spec.due()));
    long priority = fields.signed(spec.priority() == null ? -1 : spec.priority());
    if (priority >= 0) {
      made.priority(priority);
    }
    made.tags(fields.list(spec.tags(), "", RecordFields::text));
    RetryPolicy retry = spec.retry();
    if (fields.flag(retry != null)) {
      made.retry(retry(fields, retry == null ? RetryPolicy.DEFAULT : retry));
    }
    made.expiry(expiry(fields, spec.expiry()));
    made.onConflict(rule(fields, spec.onConflict())).nonce(fields.u64(spec.nonce()));
    long retention = fields.signed(spec.retention() == null ? -1 : spec.retention().toMillis());
    if (retention >= 0) {
      made.retention(Duration.ofMillis(retention));
    }
    return made.mayHaveArrived(fields.flag(spec.mayHaveArrived())).build();
  }

  private static DueTime due(RecordFields fields, DueTime due) {
    boolean isAt = due instanceof DueTime.At;
    int kind = fields.u8(isAt ? DUE_AT : DUE_AFTER);
    long millis = fields.varint(isAt ? due.resolve(0) : ((DueTime.After) due).delayMillis());
    return switch (kind) {
      case DUE_AT -> DueTime.at(millis);
      case DUE_AFTER -> DueTime.after(millis);
      default -> throw new UnreadableRecordException("no due time of kind " + kind);
    };
  }

  private static OnConflict rule(RecordFields fields, OnConflict rule) {
    OnConflict.Rule kind = fields.value(Numbered.RULES, rule.rule());
    long maxWait = fields.varint(rule.maxWait() == null ? 0 : rule.maxWait().toMillis());
    return new OnConflict(kind, maxWait == 0 ? null : Duration.ofMillis(maxWait));
  }

  /** Payload, content type and headers; the payload last, as it is. */
  static JobBody body(RecordFields fields, JobBody body) {
    int has =
        parts(
            fields,
            (body.contentType() == null ? 0 : CONTENT_TYPE)
                | (body.headers().isEmpty() ? 0 : HEADERS));
    String contentType = fields.text((has & CONTENT_TYPE) != 0, body.contentType());
    Map<String, String> headers = (has & HEADERS) == 0 ? Map.of() : fields.texts(body.headers());
    return new JobBody(fields.bytes(body.payload()), contentType, headers);
  }

  /** Goes through a body that ends where the bytes do, without keeping anything of it. */
  static void checkBody(ByteReader from) {
    int has = parts(from, 0);
    if ((has & CONTENT_TYPE) != 0) {
      from.part();
    }
    int headers = (has & HEADERS) == 0 ? 0 : from.count();
    for (int i = 0; i < 2 * headers; i++) {
      from.part();
    }
    from.part();
    from.end();
  }

  private static int parts(RecordFields fields, int parts) {
    int has = fields.u8(parts);
    if ((has & ~ALL) != 0) {
      throw new UnreadableRecordException("unknown parts of a body: " + has);
    }
    return has;
  }

  /** What a request asks for except its due time. */
  static Terms terms(RecordFields fields, Terms terms) {
    return new Terms(
        fields.list(terms.tags(), "", RecordFields::text),
        retry(fields, terms.retry()),
        expiry(fields, terms.expiry()),
        fields.signed(terms.retentionMillis()));
  }

  private static RetryPolicy retry(RecordFields fields, RetryPolicy retry) {
    String known = retry.equals(RetryPolicy.DEFAULT) ? "" : retry.toString();
    String text = fields.text(known);
    if (text.equals(known)) {
      return retry;
    }
    if (text.isEmpty()) {
      return RetryPolicy.DEFAULT;
    }
    if (RULES.size() >= MANY_RULES) {
      RULES.clear();
    }
    return RULES.computeIfAbsent(text, RetryPolicy::parse);
  }

  private static @Nullable Expiry expiry(RecordFields fields, @Nullable Expiry expiry) {
    Expiry known = expiry == null ? new Expiry.At(Instant.EPOCH, Expiry.Action.BURY) : expiry;
    boolean isAt = known instanceof Expiry.At;
    int kind = fields.u8(expiry == null ? NEVER_EXPIRES : isAt ? EXPIRES_AT : EXPIRES_AFTER);
    return switch (kind) {
      case NEVER_EXPIRES -> null;
      case EXPIRES_AT -> {
        Instant at = instant(fields, isAt ? ((Expiry.At) known).instant() : Instant.EPOCH);
        yield new Expiry.At(at, fields.value(Numbered.ACTIONS, known.action()));
      }
      case EXPIRES_AFTER -> {
        Duration after = isAt ? Duration.ZERO : ((Expiry.After) known).duration();
        Duration length = Duration.ofMillis(fields.varint(after.toMillis()));
        yield new Expiry.After(length, fields.value(Numbered.ACTIONS, known.action()));
      }
      default -> throw new UnreadableRecordException("no expiry of kind " + kind);
    };
  }

  @SuppressWarnings("JavaInstantGetSecondsGetNano") // both parts of the instant are written
  private static Instant instant(RecordFields fields, Instant instant) {
    return Instant.ofEpochSecond(
        fields.varint(instant.getEpochSecond()), fields.varint(instant.getNano()));
  }
}
