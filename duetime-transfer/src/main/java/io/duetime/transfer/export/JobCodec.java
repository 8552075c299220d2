package io.duetime.transfer.export;

import static io.duetime.wire.Values.COUNT;
import static io.duetime.wire.Values.DURATION_NUMBER;
import static io.duetime.wire.Values.FLAG;
import static io.duetime.wire.Values.TEXT;
import static io.duetime.wire.Values.TEXTS;
import static io.duetime.wire.Values.TEXTS_BY_NAME;
import static io.duetime.wire.Values.WHOLE;

import io.duetime.Codec;
import io.duetime.Expiry;
import io.duetime.InvalidRequestException;
import io.duetime.Limits;
import io.duetime.OnConflict;
import io.duetime.RetryPolicy;
import io.duetime.ScheduleOutcome;
import io.duetime.engine.AttemptRecord;
import io.duetime.engine.DueTime;
import io.duetime.engine.JobBody;
import io.duetime.engine.JobSpec;
import io.duetime.engine.JobView.End;
import io.duetime.engine.JobView.Note;
import io.duetime.kernel.job.JobHead;
import io.duetime.kernel.job.JobHead.Answer;
import io.duetime.kernel.job.JobHead.Stage;
import io.duetime.kernel.job.JobHead.Successor;
import io.duetime.kernel.job.JobHead.Terms;
import io.duetime.kernel.job.JobHead.WholeJob;
import io.duetime.kernel.job.Placement;
import io.duetime.kernel.job.Placement.ShiftMark;
import io.duetime.kernel.job.Progress;
import io.duetime.kernel.job.RequestLog;
import io.duetime.kernel.job.Status;
import io.duetime.kernel.job.Status.JobLease;
import io.duetime.wire.Members;
import io.duetime.wire.Members.Value;
import io.duetime.wire.PayloadForm;
import io.duetime.wire.SpecJson;
import io.duetime.wire.StrictJson;
import io.duetime.wire.Values;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The members of a job in any stage, with everything that is stored of it, and of a request. */
final class JobCodec {
  /** Milliseconds since 1970, up to the year 9999. */
  static final Value<Long> MILLIS = Values.upTo(253_402_300_799_999L, number -> number);

  /** A number that is not negative. */
  static final Value<Long> NUMBER = Values.upTo(Long.MAX_VALUE, number -> number);

  private static final Value<Long> RETENTION =
      Values.upTo(Limits.MAX_AHEAD.toMillis(), number -> number);
  private static final long QUEUES_RETENTION = -1;
  private static final byte[] NO_BYTES = {};

  private JobCodec() {}

  /** The members of a job after its id. */
  static WholeJob job(Members<WholeJob> m, String id) {
    Members<JobHead> head = m.part(WholeJob::head);
    Stage stage = head.need("stage", Values.oneOf(Stage.class), JobHead::stage);
    long dueAt = head.need("dueAt", MILLIS, JobHead::dueAt);
    long firstDueAt = head.need("firstDueAt", MILLIS, JobHead::firstDueAt);
    long scheduledAt = head.need("scheduledAt", MILLIS, JobHead::scheduledAt);
    long anchorAt = head.need("anchorAt", MILLIS, JobHead::anchorAt);
    long priority = Limits.priority(head.need("priority", WHOLE, JobHead::priority));
    int attempt = head.need("attempt", COUNT, JobHead::attempt);
    long fence = head.need("fence", NUMBER, JobHead::fence);
    // Earlier exports have a number.
    head.has("number", job -> false);
    int interruptions = head.or("interruptions", COUNT, 0, JobHead::interruptions);
    boolean mayHaveArrived = head.isOn("mayHaveArrived", JobHead::mayHaveArrived);
    ShiftMark shift =
        head.optional("shift", Values.object(JobCodec::shift), job -> job.placement().shift());
    Status status = status(head.part(job -> job.progress().status()), stage);
    Terms terms = terms(head.part(JobHead::terms));
    List<Answer> answers =
        head.or("answers", Values.list(JobCodec::answer), List.of(), JobHead::answers);
    List<AttemptRecord> history =
        head.or("history", Values.list(JobCodec::attempt), List.of(), JobHead::history);
    Successor successor = stage == Stage.LEASED ? successor(head, id) : null;
    return new WholeJob(
        new JobHead(
            Limits.id(id),
            terms,
            new Placement(priority, dueAt, firstDueAt, scheduledAt, anchorAt, shift),
            new Progress(status, attempt, fence, interruptions, mayHaveArrived, history),
            new RequestLog(answers, successor)),
        body(m.part(WholeJob::body)));
  }

  private static ShiftMark shift(Members<ShiftMark> m) {
    return new ShiftMark(
        m.need("task", TEXT, ShiftMark::task),
        m.need("by", WHOLE, ShiftMark::byMillis),
        m.need("at", MILLIS, ShiftMark::atMillis));
  }

  private static Status status(Members<Status> m, Stage stage) {
    if (stage == Stage.WAITING) {
      return Status.WAITING;
    }
    if (stage == Stage.LEASED) {
      return Status.leased(m.need("lease", Values.object(JobCodec::lease), Status::lease));
    }
    End end = m.need("end", Values.object(JobCodec::end), Status::end);
    return Status.ended(stage, end, m.need("forgetAt", MILLIS, Status::forgetAt));
  }

  private static JobLease lease(Members<JobLease> m) {
    return new JobLease(
        m.need("consumer", TEXT, JobLease::consumer),
        m.need("since", MILLIS, JobLease::since),
        m.need("until", MILLIS, JobLease::deadline),
        m.need("cancelled", FLAG, JobLease::cancelled),
        m.optional("note", Values.object(JobCodec::note), JobLease::note));
  }

  private static Note note(Members<Note> m) {
    String text = Limits.note(m.need("text", TEXT, Note::text));
    return new Note(text, m.need("at", MILLIS, Note::atMillis));
  }

  private static End end(Members<End> m) {
    return new End(
        m.need("at", MILLIS, End::atMillis),
        m.need("reason", TEXT, End::reason),
        m.need("message", TEXT, End::message));
  }

  private static Answer answer(Members<Answer> m) {
    return new Answer(
        m.need("nonce", WHOLE, Answer::nonce),
        m.need("outcome", Values.oneOf(ScheduleOutcome.class), Answer::outcome),
        m.need("dueAt", MILLIS, Answer::dueAt));
  }

  private static AttemptRecord attempt(Members<AttemptRecord> m) {
    int attempt = m.need("attempt", COUNT, AttemptRecord::attempt);
    long startedAt = m.need("startedAt", MILLIS, AttemptRecord::startedAtMillis);
    long endedAt = m.need("endedAt", MILLIS, AttemptRecord::endedAtMillis);
    AttemptRecord.Outcome outcome =
        m.need("outcome", Values.oneOf(AttemptRecord.Outcome.class), AttemptRecord::outcome);
    String error = m.need("error", TEXT, AttemptRecord::error);
    String fingerprint = m.optional("fingerprint", TEXT, AttemptRecord::fingerprint);
    return fingerprint == null
        ? new AttemptRecord(attempt, startedAt, endedAt, outcome, error)
        : new AttemptRecord(attempt, startedAt, endedAt, outcome, error, fingerprint);
  }

  private static @Nullable Successor successor(Members<JobHead> m, String id) {
    Members.Codec<Successor> codec = successor -> waiting(successor, id);
    return m.optional("successor", Values.object(codec), JobHead::successor);
  }

  private static Successor waiting(Members<Successor> m, String id) {
    WholeJob job = job(m.part(known -> new WholeJob(known.head(), known.body())), id);
    if (job.head().stage() != Stage.WAITING) {
      throw new InvalidRequestException("successor.stage", job.head().stage(), "WAITING");
    }
    return new Successor(job.head(), job.body());
  }

  private static Terms terms(Members<Terms> m) {
    return new Terms(
        tags(m.part(Terms::tags)),
        RetryPolicy.parse(m.need("retry", TEXT, terms -> terms.retry().toString())),
        expiry(m.part(Terms::expiry)),
        m.or("retention", RETENTION, QUEUES_RETENTION, Terms::retentionMillis));
  }

  private static List<String> tags(Members<List<String>> m) {
    List<String> tags = m.or("tags", TEXTS, List.of(), list -> list);
    Limits.tags(tags);
    return List.copyOf(new TreeSet<>(tags));
  }

  private static @Nullable Expiry expiry(Members<Expiry> m) {
    String at =
        m.optional(
            "expiresAt",
            TEXT,
            expiry -> expiry instanceof Expiry.At known ? known.instant().toString() : null);
    if (at != null) {
      return new Expiry.At(instant(at), action(m));
    }
    Duration after =
        m.optional(
            "expiresAfter",
            DURATION_NUMBER,
            expiry -> expiry instanceof Expiry.After known ? known.duration() : null);
    return after == null ? null : new Expiry.After(after, action(m));
  }

  private static Expiry.Action action(Members<Expiry> m) {
    return m.need("onExpiry", Values.oneOf(Expiry.Action.class), Expiry::action);
  }

  // Exact to the nanosecond, as requests over HTTP are rounded.
  private static Instant instant(String text) {
    try {
      return Instant.parse(text);
    } catch (DateTimeParseException malformed) {
      throw new InvalidRequestException("expiresAt", text, "ISO-8601 in UTC");
    }
  }

  private static JobBody body(Members<JobBody> m) {
    JobBody body = SpecJson.body(m, NO_BYTES, null, Map.of());
    Map<String, String> headers = m.or("headers", TEXTS_BY_NAME, Map.of(), JobCodec::headers);
    return body.withPayload(payload(m.part(JobBody::payload))).withHeaders(headers);
  }

  /** By name, as bodies have them in an order that differs from process to process. */
  private static Map<String, String> headers(JobBody body) {
    return new TreeMap<>(body.headers());
  }

  /** Bytes: as text if they are UTF-8, otherwise in base64. */
  static byte[] payload(Members<byte[]> m) {
    if (m.isWriting()) {
      String text = StrictJson.utf8(m.value());
      m.optional("payloadText", TEXT, payload -> text);
      m.optional("payloadBase64", TEXT, payload -> text == null ? base64(payload) : null);
      return m.value();
    }
    String text = m.optional("payloadText", TEXT, payload -> null);
    String base64 = m.optional("payloadBase64", TEXT, payload -> null);
    if ((text == null) == (base64 == null)) {
      throw new InvalidRequestException("payloadText", null, "either payloadText or payloadBase64");
    }
    return text == null ? PayloadForm.decode(Objects.requireNonNull(base64)) : utf8(text);
  }

  private static byte[] utf8(String text) {
    try {
      return Codec.string().encode(text);
    } catch (InvalidRequestException refused) {
      throw new InvalidRequestException("payloadText", refused.value(), refused.allowed());
    }
  }

  private static String base64(byte[] payload) {
    return Base64.getEncoder().encodeToString(payload);
  }

  /** The members of a request: the template of a recurring job, or a pending copy. */
  static JobSpec request(Members<JobSpec> m) {
    String id = m.need("id", TEXT, JobSpec::id);
    DueTime due = due(m.part(JobSpec::due));
    Long priority = m.optional("priority", WHOLE, JobSpec::priority);
    OnConflict rule = rule(m.part(JobSpec::onConflict));
    long nonce = m.need("nonce", WHOLE, JobSpec::nonce);
    List<String> tags = tags(m.part(JobSpec::tags));
    String retry = m.optional("retry", TEXT, spec -> Objects.toString(spec.retry(), null));
    Expiry expiry = expiry(m.part(JobSpec::expiry));
    Long retention =
        m.optional(
            "retention",
            RETENTION,
            spec -> spec.retention() == null ? null : Long.valueOf(spec.retention().toMillis()));
    boolean mayHaveArrived = m.isOn("mayHaveArrived", JobSpec::mayHaveArrived);
    JobSpec.Builder spec = JobSpec.builder(id, body(m.part(JobSpec::body)), due);
    spec.onConflict(rule).nonce(nonce).tags(tags).expiry(expiry).mayHaveArrived(mayHaveArrived);
    if (priority != null) {
      spec.priority(priority);
    }
    if (retry != null) {
      spec.retry(RetryPolicy.parse(retry));
    }
    return retention == null ? spec.build() : spec.retention(Duration.ofMillis(retention)).build();
  }

  private static DueTime due(Members<DueTime> m) {
    return m.has("dueAt", DueTime.At.class::isInstance)
        ? DueTime.at(m.need("dueAt", WHOLE, due -> ((DueTime.At) due).epochMillis()))
        : DueTime.after(m.need("delay", WHOLE, due -> ((DueTime.After) due).delayMillis()));
  }

  private static OnConflict rule(Members<OnConflict> m) {
    OnConflict.Rule rule =
        m.need("onConflict", Values.oneOf(OnConflict.Rule.class), OnConflict::rule);
    return new OnConflict(rule, m.optional("maxWait", DURATION_NUMBER, OnConflict::maxWait));
  }
}
