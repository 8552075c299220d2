package io.duetime.redis.internal.record;

import io.duetime.Expiry;
import io.duetime.Limits;
import io.duetime.OnConflict;
import io.duetime.RetryPolicy;
import io.duetime.engine.DueTime;
import io.duetime.engine.JobBody;
import io.duetime.engine.JobSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Encodes requests into records, and decodes the records of the store. */
public final class RecordCodec {
  private static final int VERSION = 1;
  private static final int MAY_HAVE_ARRIVED = 1 << 7;
  private static final int NONCE = 1;
  private static final int PRIORITY = 1 << 1;
  private static final int RETRY = 1 << 2;
  private static final int EXPIRY = 1 << 3;
  private static final int RETENTION = 1 << 4;
  private static final int TAGS = 1 << 5;
  private static final int MAX_WAIT = 1 << 6;
  private static final int TICK = 1 << 7;
  private static final int BURY = 1;
  private static final int FROM_FIRST_DUE = 2;
  private static final int MOMENT_BYTES = 6;
  private static final int USUAL_FIELDS = 64;

  private RecordCodec() {}

  /**
   * Encodes a request without id, due time and moment of acceptance, which are stored elsewhere.
   */
  public static byte[] write(JobSpec job) {
    return write(job, null);
  }

  /**
   * What scripts need to know of a tick.
   *
   * @param missedAt from when on it is missed if it has not begun, or 0
   * @param next the end of the id of the tick that takes over its place then, or empty
   */
  public record Tick(long moment, long missedAt, String next) {}

  /** As {@link #write(JobSpec)}, for the job of a tick. */
  public static byte[] write(JobSpec job, @Nullable Tick tick) {
    JobBody body = job.body();
    RecordWriter to = new RecordWriter(USUAL_FIELDS + body.payload().length);
    to.u8(
            (job.mayHaveArrived() ? MAY_HAVE_ARRIVED : 0)
                | (Codes.rule(job.onConflict().rule()) << 4)
                | VERSION)
        .u8(flags(job) | (tick == null ? 0 : TICK));
    writeTerms(to, job);
    if (tick != null) {
      to.u48(tick.moment).u48(tick.missedAt).shortText(tick.next);
    }
    to.shortText(body.contentType() == null ? "" : body.contentType());
    to.u8(body.headers().size());
    body.headers().forEach((name, value) -> to.shortText(name).shortText(value));
    return to.raw(body.payload()).toBytes();
  }

  private static int flags(JobSpec job) {
    return (job.nonce() == 0 ? 0 : NONCE)
        | (job.priority() == null ? 0 : PRIORITY)
        | (job.retry() == null ? 0 : RETRY)
        | (job.expiry() == null ? 0 : EXPIRY)
        | (job.retention() == null ? 0 : RETENTION)
        | (job.tags().isEmpty() ? 0 : TAGS)
        | (job.onConflict().maxWait() == null ? 0 : MAX_WAIT);
  }

  private static void writeTerms(RecordWriter to, JobSpec job) {
    if (job.nonce() != 0) {
      to.i64(job.nonce());
    }
    if (job.priority() != null) {
      to.u32(job.priority());
    }
    if (job.retry() != null) {
      to.longText(job.retry().toString());
    }
    if (job.expiry() != null) {
      writeExpiry(to, job.expiry());
    }
    if (job.retention() != null) {
      to.u48(job.retention().toMillis());
    }
    Duration maxWait = job.onConflict().maxWait();
    if (maxWait != null) {
      to.u48(maxWait.toMillis());
    }
    if (!job.tags().isEmpty()) {
      to.u8(job.tags().size());
      job.tags().forEach(to::shortText);
    }
  }

  private static void writeExpiry(RecordWriter to, Expiry expiry) {
    int kind = expiry.action() == Expiry.Action.BURY ? BURY : 0;
    if (expiry instanceof Expiry.After after) {
      to.u8(kind | FROM_FIRST_DUE).u48(after.duration().toMillis());
    } else {
      to.u8(kind).u48(((Expiry.At) expiry).instant().toEpochMilli());
    }
  }

  /**
   * Reads a record of the store.
   *
   * @throws DamagedRecordException if it is none
   */
  public static Recorded read(byte[] record) {
    int end = record.length - MOMENT_BYTES;
    return understood(() -> {
      Bytes moment = new Bytes(record);
      moment.raw(end);
      return read(new Bytes(record, end), moment.u48());
    });
  }

  /**
   * Reads what {@link #write} wrote, as a request with this id, due at once.
   *
   * @throws DamagedRecordException if it cannot be read
   */
  public static JobSpec readRequest(byte[] record, String id) {
    return understood(() -> read(new Bytes(record), 0).request(id));
  }

  // Values that check themselves throw their own exception for a damaged record.
  static <T> T understood(java.util.function.Supplier<T> reading) {
    try {
      return reading.get();
    } catch (DamagedRecordException malformed) {
      throw malformed;
    } catch (RuntimeException refused) {
      throw new DamagedRecordException("a record with a value that is not allowed", refused);
    }
  }

  private static Recorded read(Bytes from, long acceptedAt) {
    int first = from.u8();
    if ((first & 0xf) != VERSION) {
      throw new DamagedRecordException("a record of version " + (first & 0xf));
    }
    int flags = from.u8();
    long nonce = (flags & NONCE) == 0 ? 0 : from.i64();
    long priority = (flags & PRIORITY) == 0 ? -1 : from.u32();
    @Nullable String retry = (flags & RETRY) == 0 ? null : from.text(from.u16());
    @Nullable Expiry expiry = (flags & EXPIRY) == 0 ? null : readExpiry(from);
    long retention = (flags & RETENTION) == 0 ? -1 : from.u48();
    @Nullable Duration maxWait = (flags & MAX_WAIT) == 0 ? null : Duration.ofMillis(from.u48());
    List<String> tags = (flags & TAGS) == 0 ? List.of() : readTags(from);
    if ((flags & TICK) != 0) {
      from.u48();
      from.u48();
      from.shortText();
    }
    OnConflict rule = new OnConflict(Codes.rule((first & ~MAY_HAVE_ARRIVED) >> 4), maxWait);
    @Nullable RetryPolicy policy = retry == null ? null : RetryPolicies.parse(retry);
    boolean mayHaveArrived = (first & MAY_HAVE_ARRIVED) != 0;
    JobBody body = readBody(from);
    return new Recorded(
        nonce, priority, policy, expiry, retention, rule, tags, mayHaveArrived, body, acceptedAt);
  }

  private static Expiry readExpiry(Bytes from) {
    int kind = from.u8();
    long millis = from.u48();
    Expiry.Action action = (kind & BURY) == 0 ? Expiry.Action.DROP : Expiry.Action.BURY;
    return (kind & FROM_FIRST_DUE) == 0
        ? new Expiry.At(Instant.ofEpochMilli(millis), action)
        : new Expiry.After(Duration.ofMillis(millis), action);
  }

  private static List<String> readTags(Bytes from) {
    int count = from.u8();
    List<String> tags = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      tags.add(from.shortText());
    }
    return List.copyOf(tags);
  }

  private static JobBody readBody(Bytes from) {
    String contentType = from.shortText();
    int count = from.u8();
    Map<String, String> headers = count == 0 ? Map.of() : new HashMap<>();
    for (int i = 0; i < count; i++) {
      headers.put(from.shortText(), from.shortText());
    }
    return new JobBody(from.rest(), contentType.isEmpty() ? null : contentType, headers);
  }

  /**
   * A request as the store has it.
   *
   * @param nonce 0 for none
   * @param ownPriority −1 for none
   * @param ownRetry null for none
   * @param retentionMillis −1 for the queue's
   * @param mayHaveArrived whether the dead job that it copies may have had its effect
   * @param acceptedAt when the store accepted it
   */
  public record Recorded(
      long nonce,
      long ownPriority,
      @Nullable RetryPolicy ownRetry,
      @Nullable Expiry expiry,
      long retentionMillis,
      OnConflict rule,
      List<String> tags,
      boolean mayHaveArrived,
      JobBody body,
      long acceptedAt) {
    /** The effective priority. */
    public long priority() {
      return ownPriority < 0 ? Limits.DEFAULT_PRIORITY : ownPriority;
    }

    /** The effective retry rule. */
    public RetryPolicy retry() {
      return Objects.requireNonNullElse(ownRetry, RetryPolicy.DEFAULT);
    }

    private JobSpec request(String id) {
      JobSpec.Builder job =
          JobSpec.builder(id, body, DueTime.after(0))
              .tags(tags)
              .expiry(expiry)
              .onConflict(rule)
              .nonce(nonce)
              .mayHaveArrived(mayHaveArrived);
      if (ownPriority >= 0) {
        job.priority(ownPriority);
      }
      if (ownRetry != null) {
        job.retry(ownRetry);
      }
      if (retentionMillis >= 0) {
        job.retention(Duration.ofMillis(retentionMillis));
      }
      return job.build();
    }
  }

  /** Parses each retry rule once: a store has few rules and many jobs. */
  static final class RetryPolicies {
    // Bounded, in case a store has many.
    private static final int MANY = 1_000;
    private static final Map<String, RetryPolicy> KNOWN = new ConcurrentHashMap<>();

    private RetryPolicies() {}

    static RetryPolicy parse(String text) {
      if (KNOWN.size() >= MANY) {
        KNOWN.clear();
      }
      return KNOWN.computeIfAbsent(text, RetryPolicy::parse);
    }
  }
}
