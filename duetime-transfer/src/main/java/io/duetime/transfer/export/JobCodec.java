package io.duetime.transfer.export;

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
import io.duetime.kernel.job.JobHead;
import io.duetime.kernel.job.JobHead.Answer;
import io.duetime.kernel.job.JobHead.Stage;
import io.duetime.kernel.job.JobHead.Successor;
import io.duetime.kernel.job.JobHead.Terms;
import io.duetime.kernel.job.JobHead.WholeJob;
import io.duetime.kernel.job.Placement;
import io.duetime.kernel.job.Progress;
import io.duetime.kernel.job.RequestLog;
import io.duetime.kernel.job.Status;
import io.duetime.kernel.job.Status.JobLease;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** The members of a job in any stage, with everything that is stored of it, and of a request. */
final class JobCodec {
  private static final long QUEUES_RETENTION = -1;

  private JobCodec() {}

  /** The members of a job after its id. */
  static WholeJob job(Members<WholeJob> m, String id) {
    Members<JobHead> head = m.part(WholeJob::head);
    Stage stage = head.oneOf("stage", Stage.class, JobHead::stage);
    long dueAt = head.moment("dueAt", JobHead::dueAt);
    long firstDueAt = head.moment("firstDueAt", JobHead::firstDueAt);
    long scheduledAt = head.moment("scheduledAt", JobHead::scheduledAt);
    long anchorAt = head.moment("anchorAt", JobHead::anchorAt);
    long priority = Limits.priority(head.whole("priority", JobHead::priority));
    int attempt = head.count("attempt", JobHead::attempt);
    long fence = head.upTo("fence", Long.MAX_VALUE, JobHead::fence);
    // Earlier exports have a number.
    head.has("number", job -> false);
    boolean isInterrupted = head.has("interruptions", job -> job.interruptions() != 0);
    int interruptions = isInterrupted ? head.count("interruptions", JobHead::interruptions) : 0;
    boolean mayHaveArrived = head.isOn("mayHaveArrived", JobHead::mayHaveArrived);
    Status status = status(head.part(job -> job.progress().status()), stage);
    Terms terms = terms(head.part(JobHead::terms));
    List<Answer> answers = head.objects("answers", JobCodec::answer, JobHead::answers);
    List<AttemptRecord> history = head.objects("history", JobCodec::attempt, JobHead::history);
    Successor successor = stage == Stage.LEASED ? successor(head, id) : null;
    return new WholeJob(
        new JobHead(
            Limits.id(id),
            terms,
            new Placement(priority, dueAt, firstDueAt, scheduledAt, anchorAt),
            new Progress(status, attempt, fence, interruptions, mayHaveArrived, history),
            new RequestLog(answers, successor)),
        body(m.part(WholeJob::body)));
  }

  private static Status status(Members<Status> m, Stage stage) {
    if (stage == Stage.WAITING) {
      return Status.WAITING;
    }
    if (stage == Stage.LEASED) {
      return Status.leased(m.object("lease", JobCodec::lease, Status::lease));
    }
    End end = m.object("end", JobCodec::end, Status::end);
    return Status.ended(stage, end, m.moment("forgetAt", Status::forgetAt));
  }

  private static JobLease lease(Members<JobLease> m) {
    return new JobLease(
        m.text("consumer", JobLease::consumer),
        m.moment("since", JobLease::since),
        m.moment("until", JobLease::deadline),
        m.flag("cancelled", JobLease::cancelled));
  }

  private static End end(Members<End> m) {
    return new End(
        m.moment("at", End::atMillis),
        m.text("reason", End::reason),
        m.text("message", End::message));
  }

  private static Answer answer(Members<Answer> m) {
    return new Answer(
        m.whole("nonce", Answer::nonce),
        m.oneOf("outcome", ScheduleOutcome.class, Answer::outcome),
        m.moment("dueAt", Answer::dueAt));
  }

  private static AttemptRecord attempt(Members<AttemptRecord> m) {
    int attempt = m.count("attempt", AttemptRecord::attempt);
    long startedAt = m.moment("startedAt", AttemptRecord::startedAtMillis);
    long endedAt = m.moment("endedAt", AttemptRecord::endedAtMillis);
    AttemptRecord.Outcome outcome =
        m.oneOf("outcome", AttemptRecord.Outcome.class, AttemptRecord::outcome);
    String error = m.text("error", AttemptRecord::error);
    return m.has("fingerprint", known -> true)
        ? new AttemptRecord(
            attempt,
            startedAt,
            endedAt,
            outcome,
            error,
            m.text("fingerprint", AttemptRecord::fingerprint))
        : new AttemptRecord(attempt, startedAt, endedAt, outcome, error);
  }

  private static @Nullable Successor successor(Members<JobHead> m, String id) {
    return m.has("successor", job -> job.successor() != null)
        ? m.object("successor", successor -> successor(id, successor), JobHead::successor)
        : null;
  }

  private static Successor successor(String id, Members<Successor> m) {
    WholeJob job = job(m.part(known -> new WholeJob(known.head(), known.body())), id);
    if (job.head().stage() != Stage.WAITING) {
      throw new InvalidRequestException("successor.stage", job.head().stage(), "WAITING");
    }
    return new Successor(job.head(), job.body());
  }

  private static Terms terms(Members<Terms> m) {
    List<String> tags = tags(m.part(Terms::tags));
    RetryPolicy retry = RetryPolicy.parse(m.text("retry", terms -> terms.retry().toString()));
    Expiry expiry = expiry(m.part(Terms::expiry));
    boolean hasRetention = m.has("retention", terms -> terms.retentionMillis() != QUEUES_RETENTION);
    return new Terms(
        tags,
        retry,
        expiry,
        hasRetention ? retention(m, Terms::retentionMillis) : QUEUES_RETENTION);
  }

  private static <T> long retention(Members<T> m, ToLongFunction<T> of) {
    return m.upTo("retention", Limits.MAX_AHEAD.toMillis(), of);
  }

  private static List<String> tags(Members<List<String>> m) {
    if (!m.has("tags", tags -> !tags.isEmpty())) {
      return List.of();
    }
    List<String> tags = m.texts("tags", list -> list);
    Limits.tags(tags);
    return List.copyOf(new TreeSet<>(tags));
  }

  private static @Nullable Expiry expiry(Members<Expiry> m) {
    if (m.has("expiresAt", Expiry.At.class::isInstance)) {
      String at = m.text("expiresAt", expiry -> ((Expiry.At) expiry).instant().toString());
      return new Expiry.At(instant(at), action(m));
    }
    if (m.has("expiresAfter", Expiry.After.class::isInstance)) {
      long after = m.whole("expiresAfter", expiry -> ((Expiry.After) expiry).duration().toMillis());
      return new Expiry.After(Duration.ofMillis(after), action(m));
    }
    return null;
  }

  private static Expiry.Action action(Members<Expiry> m) {
    return m.oneOf("onExpiry", Expiry.Action.class, Expiry::action);
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
    boolean isTyped = m.has("contentType", body -> body.contentType() != null);
    String type = isTyped ? m.text("contentType", JobBody::contentType) : null;
    boolean hasHeaders = m.has("headers", body -> !body.headers().isEmpty());
    Map<String, String> headers =
        hasHeaders ? m.textsByName("headers", JobBody::headers) : Map.of();
    return new JobBody(m.payload(JobBody::payload), type, headers);
  }

  /** The members of a request: the template of a recurring job, or a pending copy. */
  static JobSpec request(Members<JobSpec> m) {
    String id = m.text("id", JobSpec::id);
    DueTime due = due(m.part(JobSpec::due));
    Long priority =
        m.has("priority", spec -> spec.priority() != null)
            ? m.whole("priority", spec -> Objects.requireNonNull(spec.priority()))
            : null;
    OnConflict rule = rule(m.part(JobSpec::onConflict));
    long nonce = m.whole("nonce", JobSpec::nonce);
    List<String> tags = tags(m.part(JobSpec::tags));
    boolean hasRetry = m.has("retry", spec -> spec.retry() != null);
    String retry = hasRetry ? m.text("retry", spec -> String.valueOf(spec.retry())) : null;
    Expiry expiry = expiry(m.part(JobSpec::expiry));
    Long retention =
        m.has("retention", spec -> spec.retention() != null)
            ? retention(m, spec -> Objects.requireNonNull(spec.retention()).toMillis())
            : null;
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
        ? DueTime.at(m.whole("dueAt", due -> ((DueTime.At) due).epochMillis()))
        : DueTime.after(m.whole("delay", due -> ((DueTime.After) due).delayMillis()));
  }

  private static OnConflict rule(Members<OnConflict> m) {
    OnConflict.Rule rule = m.oneOf("onConflict", OnConflict.Rule.class, OnConflict::rule);
    boolean isLimited = m.has("maxWait", known -> known.maxWait() != null);
    return new OnConflict(
        rule,
        isLimited
            ? Duration.ofMillis(
                m.whole("maxWait", known -> Objects.requireNonNull(known.maxWait()).toMillis()))
            : null);
  }
}
