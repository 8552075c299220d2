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
 * Encodes requests: their bodies, their terms (tags, retry policy, expiry, retention), and whole
 * ones, which are templates of recurring jobs and copies that are still to be made.
 */
final class SpecCodec {
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

  static void write(ByteWriter to, JobSpec spec) {
    to.text(spec.id());
    writeBody(to, spec.body());
    writeDue(to, spec.due());
    to.signed(spec.priority() == null ? -1 : spec.priority());
    to.list(spec.tags(), to::text);
    to.u8(spec.retry() == null ? 0 : 1);
    if (spec.retry() != null) {
      writeRetry(to, spec.retry());
    }
    writeExpiry(to, spec.expiry());
    writeRule(to, spec.onConflict());
    to.u64(spec.nonce());
    to.signed(spec.retention() == null ? -1 : spec.retention().toMillis());
    to.u8(spec.mayHaveArrived() ? 1 : 0);
  }

  static JobSpec read(ByteReader from) {
    String id = from.text();
    JobBody body = readBody(from);
    JobSpec.Builder spec = JobSpec.builder(id, body, readDue(from));
    long priority = from.signed();
    if (priority >= 0) {
      spec.priority(priority);
    }
    spec.tags(from.list(ByteReader::text));
    if (from.u8() != 0) {
      spec.retry(readRetry(from));
    }
    spec.expiry(readExpiry(from));
    spec.onConflict(readRule(from)).nonce(from.u64());
    long retention = from.signed();
    if (retention >= 0) {
      spec.retention(Duration.ofMillis(retention));
    }
    return spec.mayHaveArrived(from.u8() != 0).build();
  }

  private static void writeDue(ByteWriter to, DueTime due) {
    if (due instanceof DueTime.At at) {
      to.u8(DUE_AT);
      to.varint(at.epochMillis());
    } else if (due instanceof DueTime.After after) {
      to.u8(DUE_AFTER);
      to.varint(after.delayMillis());
    }
  }

  private static DueTime readDue(ByteReader from) {
    int kind = from.u8();
    return switch (kind) {
      case DUE_AT -> DueTime.at(from.varint());
      case DUE_AFTER -> DueTime.after(from.varint());
      default -> throw new UnreadableRecordException("no due time of kind " + kind);
    };
  }

  private static void writeRule(ByteWriter to, OnConflict rule) {
    to.u8(Numbered.RULES.of(rule.rule()));
    Duration maxWait = rule.maxWait();
    to.varint(maxWait == null ? 0 : maxWait.toMillis());
  }

  private static OnConflict readRule(ByteReader from) {
    OnConflict.Rule rule = Numbered.RULES.value(from.u8());
    long maxWait = from.varint();
    return new OnConflict(rule, maxWait == 0 ? null : Duration.ofMillis(maxWait));
  }

  /** Writes payload, content type and headers; the payload last, as it is. */
  static void writeBody(ByteWriter to, JobBody body) {
    String contentType = body.contentType();
    Map<String, String> headers = body.headers();
    to.u8((contentType == null ? 0 : CONTENT_TYPE) | (headers.isEmpty() ? 0 : HEADERS));
    if (contentType != null) {
      to.text(contentType);
    }
    if (!headers.isEmpty()) {
      to.texts(headers);
    }
    to.varint(body.payload().length);
    to.raw(body.payload());
  }

  static JobBody readBody(ByteReader from) {
    int has = parts(from);
    @Nullable String contentType = (has & CONTENT_TYPE) == 0 ? null : from.text();
    Map<String, String> headers = (has & HEADERS) == 0 ? Map.of() : from.texts();
    byte[] payload = from.part(from.count()).rawToEnd();
    return new JobBody(payload, contentType, headers);
  }

  /** Goes through a body that ends where the bytes do, without keeping anything of it. */
  static void checkBody(ByteReader from) {
    int has = parts(from);
    if ((has & CONTENT_TYPE) != 0) {
      from.part(from.count());
    }
    int headers = (has & HEADERS) == 0 ? 0 : from.count();
    for (int i = 0; i < 2 * headers; i++) {
      from.part(from.count());
    }
    from.part(from.count());
    from.end();
  }

  private static int parts(ByteReader from) {
    int has = from.u8();
    if ((has & ~ALL) != 0) {
      throw new UnreadableRecordException("unknown parts of a body: " + has);
    }
    return has;
  }

  /** Writes what a request asks for except its due time. */
  static void writeTerms(ByteWriter to, Terms terms) {
    to.list(terms.tags(), to::text);
    writeRetry(to, terms.retry());
    writeExpiry(to, terms.expiry());
    to.signed(terms.retentionMillis());
  }

  static Terms readTerms(ByteReader from) {
    return new Terms(from.list(ByteReader::text), readRetry(from), readExpiry(from), from.signed());
  }

  private static void writeRetry(ByteWriter to, RetryPolicy retry) {
    to.text(retry.equals(RetryPolicy.DEFAULT) ? "" : retry.toString());
  }

  private static RetryPolicy readRetry(ByteReader from) {
    String text = from.text();
    if (text.isEmpty()) {
      return RetryPolicy.DEFAULT;
    }
    if (RULES.size() >= MANY_RULES) {
      RULES.clear();
    }
    return RULES.computeIfAbsent(text, RetryPolicy::parse);
  }

  private static void writeExpiry(ByteWriter to, @Nullable Expiry expiry) {
    if (expiry == null) {
      to.u8(NEVER_EXPIRES);
    } else if (expiry instanceof Expiry.At at) {
      to.u8(EXPIRES_AT);
      writeInstant(to, at.instant());
      to.u8(Numbered.ACTIONS.of(at.action()));
    } else if (expiry instanceof Expiry.After after) {
      to.u8(EXPIRES_AFTER);
      to.varint(after.duration().toMillis());
      to.u8(Numbered.ACTIONS.of(after.action()));
    }
  }

  @SuppressWarnings("JavaInstantGetSecondsGetNano") // both parts of the instant are written
  private static void writeInstant(ByteWriter to, Instant instant) {
    to.varint(instant.getEpochSecond());
    to.varint(instant.getNano());
  }

  private static @Nullable Expiry readExpiry(ByteReader from) {
    int kind = from.u8();
    return switch (kind) {
      case NEVER_EXPIRES -> null;
      case EXPIRES_AT ->
          new Expiry.At(
              Instant.ofEpochSecond(from.varint(), from.varint()),
              Numbered.ACTIONS.value(from.u8()));
      case EXPIRES_AFTER ->
          new Expiry.After(Duration.ofMillis(from.varint()), Numbered.ACTIONS.value(from.u8()));
      default -> throw new UnreadableRecordException("no expiry of kind " + kind);
    };
  }
}
