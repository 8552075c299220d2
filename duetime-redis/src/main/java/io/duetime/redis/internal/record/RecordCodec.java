package io.duetime.redis.internal.record;

import io.duetime.Expiry;
import io.duetime.Limits;
import io.duetime.MissedTicks;
import io.duetime.OnConflict;
import io.duetime.OnConflict.Rule;
import io.duetime.Overlap;
import io.duetime.RetryPolicy;
import io.duetime.ScheduleOutcome;
import io.duetime.engine.AttemptRecord.Outcome;
import io.duetime.engine.DueTime;
import io.duetime.engine.JobBody;
import io.duetime.engine.JobSpec;
import io.duetime.engine.RecurringJob;
import io.duetime.kernel.job.JobHead.Stage;
import io.duetime.kernel.job.JobHead.Terms;
import io.duetime.kernel.job.Placement;
import io.duetime.redis.internal.record.Bytes.RecordWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
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
  private static final byte[] GIVEN = {'='};

  private static final JobBody NO_BODY = JobBody.of(new byte[0]);
  // Bounded, in case a store has many.
  private static final int MANY_POLICIES = 1_000;
  private static final Map<String, RetryPolicy> POLICIES = new ConcurrentHashMap<>();

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
   * @param overlap whether it may overlap other jobs of its definition
   */
  public record Tick(long moment, long missedAt, String next, Overlap overlap) {
    /** A job that is never missed. */
    public static Tick of(RecurringJob definition, long moment) {
      return new Tick(moment, 0, "", definition.rules().overlap());
    }

    // No moment is so late; a library that does not know the rule takes it for never missed.
    long rule() {
      return missedAt + ((Codes.OVERLAP.code(overlap) - 1L) << 44);
    }
  }

  /** As {@link #write(JobSpec)}, for the job of a tick. */
  public static byte[] write(JobSpec job, @Nullable Tick tick) {
    JobBody body = job.body();
    RecordWriter to = new RecordWriter(USUAL_FIELDS + body.payload().length);
    to.u8(
            (job.mayHaveArrived() ? MAY_HAVE_ARRIVED : 0)
                | (Codes.RULES.code(job.onConflict().rule()) << 4)
                | VERSION)
        .u8(flags(job) | (tick == null ? 0 : TICK));
    writeTerms(to, job);
    if (tick != null) {
      to.u48(tick.moment).u48(tick.rule()).shortText(tick.next);
    }
    writeContentType(to, body);
    writeHeaders(to, body.headers());
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

  /** A new value as scripts take it: the bytes that a record has of it, behind a sign. */
  public static byte[] given(long priority) {
    return given().u32(priority).toBytes();
  }

  /** As {@link #given(long)}, of a retry policy. */
  public static byte[] given(RetryPolicy policy) {
    return given().longText(policy.toString()).toBytes();
  }

  /** As {@link #given(long)}, of an expiry. */
  public static byte[] given(Expiry expiry) {
    RecordWriter to = given();
    writeExpiry(to, expiry);
    return to.toBytes();
  }

  /** As {@link #given(long)}, of no expiry. */
  public static byte[] noExpiryGiven() {
    return given().toBytes();
  }

  /** As {@link #given(long)}, of the content type of a payload. */
  public static byte[] contentTypeGiven(JobBody body) {
    RecordWriter to = given();
    writeContentType(to, body);
    return to.toBytes();
  }

  /** As {@link #given(long)}, of headers. */
  public static byte[] headersGiven(Map<String, String> headers) {
    RecordWriter to = given();
    writeHeaders(to, headers);
    return to.toBytes();
  }

  private static RecordWriter given() {
    return new RecordWriter(USUAL_FIELDS).raw(GIVEN);
  }

  private static void writeContentType(RecordWriter to, JobBody body) {
    to.shortText(body.contentType() == null ? "" : body.contentType());
  }

  private static void writeHeaders(RecordWriter to, Map<String, String> headers) {
    to.u8(headers.size());
    headers.forEach((name, value) -> to.shortText(name).shortText(value));
  }

  /** Encodes a request as the store has it: with the moment of its acceptance. */
  public static byte[] writeAccepted(JobSpec request, long acceptedAt) {
    return writeAccepted(request, null, acceptedAt);
  }

  static byte[] writeAccepted(JobSpec request, @Nullable Tick tick, long acceptedAt) {
    byte[] record = write(request, tick);
    return new RecordWriter(record.length + MOMENT_BYTES).raw(record).u48(acceptedAt).toBytes();
  }

  /**
   * Reads a record of the store, as a request with this id, due at once.
   *
   * @throws DamagedRecordException if it is none
   */
  public static Recorded read(byte[] record, String id) {
    int end = record.length - MOMENT_BYTES;
    return DamagedRecordException.unless(() -> {
      Bytes moment = new Bytes(record);
      moment.raw(end);
      return new Recorded(read(new Bytes(record, end), id), moment.u48());
    });
  }

  /**
   * Reads what {@link #write} wrote, as a request with this id, due at once.
   *
   * @throws DamagedRecordException if it cannot be read
   */
  public static JobSpec readRequest(byte[] record, String id) {
    return DamagedRecordException.unless(() -> read(new Bytes(record), id));
  }

  private static JobSpec read(Bytes from, String id) {
    int first = from.u8();
    if ((first & 0xf) != VERSION) {
      throw new DamagedRecordException("a record of version " + (first & 0xf));
    }
    int flags = from.u8();
    // The body comes last, and is replaced then.
    JobSpec.Builder job =
        JobSpec.builder(id, NO_BODY, DueTime.after(0))
            .mayHaveArrived((first & MAY_HAVE_ARRIVED) != 0)
            .nonce((flags & NONCE) == 0 ? 0 : from.i64());
    if ((flags & PRIORITY) != 0) {
      job.priority(from.u32());
    }
    if ((flags & RETRY) != 0) {
      job.retry(retryPolicy(from.text(from.u16())));
    }
    if ((flags & EXPIRY) != 0) {
      job.expiry(readExpiry(from));
    }
    if ((flags & RETENTION) != 0) {
      job.retention(Duration.ofMillis(from.u48()));
    }
    Duration maxWait = (flags & MAX_WAIT) == 0 ? null : Duration.ofMillis(from.u48());
    job.onConflict(new OnConflict(Codes.RULES.name((first & ~MAY_HAVE_ARRIVED) >> 4), maxWait));
    if ((flags & TAGS) != 0) {
      job.tags(IntStream.range(0, from.u8()).mapToObj(i -> from.shortText()).toList());
    }
    if ((flags & TICK) != 0) {
      from.u48();
      from.u48();
      from.shortText();
    }
    return job.body(readBody(from)).build();
  }

  // A store has few policies and many jobs: each is parsed once.
  private static RetryPolicy retryPolicy(String text) {
    if (POLICIES.size() >= MANY_POLICIES) {
      POLICIES.clear();
    }
    return POLICIES.computeIfAbsent(text, RetryPolicy::parse);
  }

  private static Expiry readExpiry(Bytes from) {
    int kind = from.u8();
    long millis = from.u48();
    Expiry.Action action = (kind & BURY) == 0 ? Expiry.Action.DROP : Expiry.Action.BURY;
    return (kind & FROM_FIRST_DUE) == 0
        ? new Expiry.At(Instant.ofEpochMilli(millis), action)
        : new Expiry.After(Duration.ofMillis(millis), action);
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

  /** A request as the store has it: due at once, with the moment of its acceptance. */
  public record Recorded(JobSpec request, long acceptedAt) {
    long priority() {
      return Objects.requireNonNullElse(request.priority(), Limits.DEFAULT_PRIORITY);
    }

    Terms terms() {
      Duration retention = request.retention();
      return new Terms(
          request.tags(),
          Objects.requireNonNullElse(request.retry(), RetryPolicy.DEFAULT),
          request.expiry(),
          retention == null ? -1 : retention.toMillis());
    }

    /** The place of a job that has not been claimed. */
    Placement placement(long dueAt, long anchorAt) {
      return new Placement(priority(), dueAt, dueAt, acceptedAt, anchorAt);
    }
  }

  /**
   * The numbers of names in records. A number never changes its meaning.
   *
   * @param names the number of each is its place, from 1 on
   */
  record Codes<T>(List<T> names) {
    static final Codes<Rule> RULES =
        new Codes<>(
            List.of(
                Rule.REJECT,
                Rule.KEEP,
                Rule.REPLACE,
                Rule.EARLIEST,
                Rule.LATEST,
                Rule.DEBOUNCE,
                Rule.KEEP_UNFINISHED));
    static final Codes<Outcome> OUTCOMES =
        new Codes<>(
            List.of(Outcome.FAILED, Outcome.BURIED, Outcome.LEASE_LOST, Outcome.INTERRUPTED));
    static final Codes<ScheduleOutcome> ANSWERS =
        new Codes<>(
            List.of(ScheduleOutcome.CREATED, ScheduleOutcome.REPLACED, ScheduleOutcome.SUCCESSOR));
    static final Codes<Stage> STAGES =
        new Codes<>(List.of(Stage.WAITING, Stage.LEASED, Stage.DEAD, Stage.DONE, Stage.CANCELLED));
    static final Codes<Overlap> OVERLAP =
        new Codes<>(List.of(Overlap.ALLOW, Overlap.SKIP, Overlap.WAIT));
    static final Codes<MissedTicks> MISSED =
        new Codes<>(List.of(MissedTicks.LATEST, MissedTicks.ALL, MissedTicks.NONE));

    /** The number of a name; 0 if it has none. */
    int code(T name) {
      return names.indexOf(name) + 1;
    }

    T name(long code) {
      if (code < 1 || code > names.size()) {
        throw new DamagedRecordException(code + " is the number of none of " + names);
      }
      return names.get((int) code - 1);
    }
  }
}
