package io.duetime.wire;

import static io.duetime.wire.Values.COUNT;
import static io.duetime.wire.Values.TEXT;
import static io.duetime.wire.Values.TEXTS;
import static io.duetime.wire.Values.WHOLE;

import io.duetime.ErrorCode;
import io.duetime.JobPage;
import io.duetime.JobState;
import io.duetime.Limits;
import io.duetime.StoreFailureException;
import io.duetime.engine.AttemptRecord;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.JobBody;
import io.duetime.engine.JobView;
import io.duetime.engine.LeaseToken;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/**
 * Writes and reads jobs: found, listed, claimed. Reads only jobs that were written as {@link
 * PayloadForm#BASE64}.
 */
public final class JobJson {
  private static final Members.Value<Integer> MAX =
      new Members.Value<>(
          JsonGenerator::writeNumber, (fields, name) -> fields.count(name, 1, Limits.MAX_CLAIM));
  private static final Members.Value<Long> LEASE =
      new Members.Value<>(
          Values.MILLIS.writer(),
          (fields, name) -> Limits.leaseMillis(fields.need(name, Fields::duration)));

  private JobJson() {}

  /** A job in its current state. */
  public static JsonShape of(String queue, JobView job, PayloadForm form) {
    return Members.shape(job, m -> job(m, queue, form));
  }

  /** Reads a job. */
  public static JobView job(Fields job) {
    return Members.read(job, m -> job(m, "", PayloadForm.BASE64));
  }

  /** A page of jobs: {@code {"jobs":[…],"cursor":…}}. */
  public static JsonShape page(String queue, JobPage<JobView> page, PayloadForm form) {
    return Members.shape(page, m -> page(m, queue, form));
  }

  /** Reads a page of jobs. */
  public static JobPage<JobView> page(Fields page) {
    return Members.read(page, m -> page(m, "", PayloadForm.BASE64));
  }

  /** The answer to a claim: {@code {"now":…,"next":…,"jobs":[…]}}. */
  public static JsonShape claim(ClaimResult result, PayloadForm form) {
    return Members.shape(result, m -> claim(m, form));
  }

  /** Reads the answer to a claim. */
  public static ClaimResult claim(Fields result) {
    return Members.read(result, m -> claim(m, PayloadForm.BASE64));
  }

  /** The bytes of the payloads of a page. */
  public static long bytes(JobPage<JobView> page) {
    return page.jobs().stream().mapToLong(job -> job.body().payload().length).sum();
  }

  /** The bytes of the payloads of a claim. */
  public static long bytes(ClaimResult result) {
    return result.jobs().stream().mapToLong(job -> job.body().payload().length).sum();
  }

  private static JobPage<JobView> page(
      Members<JobPage<JobView>> m, String queue, PayloadForm form) {
    return new JobPage<>(
        m.need("jobs", Values.list(job -> job(job, queue, form)), JobPage::jobs),
        m.nullable("cursor", TEXT, JobPage::cursor));
  }

  private static JobView job(Members<JobView> m, String queue, PayloadForm form) {
    m.show("queue", TEXT, job -> queue);
    return new JobView(
        m.need("id", TEXT, JobView::id),
        m.need("state", Values.oneOf(JobState.class), JobView::state),
        body(m.part(JobView::body), form),
        times(m.part(JobView::times)),
        traits(m.part(JobView::traits)),
        m.has("leasedAt", job -> job.lease() != null) ? lease(m.part(JobView::lease), form) : null,
        m.has("reason", job -> job.end() != null) ? end(m.part(JobView::end), form) : null,
        m.need("history", Values.list(attempt -> attempt(attempt, form)), JobView::history),
        m.optional("successorDueAt", Values.MOMENT, JobView::successorDueAtMillis));
  }

  private static ClaimResult claim(Members<ClaimResult> m, PayloadForm form) {
    long now = m.moment("now", ClaimResult::nowMillis);
    long next = m.moment("next", ClaimResult::comeBackAtMillis);
    long number = m.or("claimNumber", WHOLE, 0L, ClaimResult::claimNumber);
    return new ClaimResult(
        m.need("jobs", Values.list(job -> claimed(job, form)), ClaimResult::jobs),
        now,
        next,
        number);
  }

  private static ClaimedJob claimed(Members<ClaimedJob> m, PayloadForm form) {
    m.show("queue", TEXT, job -> job.lease().queue());
    m.show("id", TEXT, job -> job.lease().id());
    m.show("state", TEXT, job -> JobState.RUNNING.name());
    JobBody body = body(m.part(ClaimedJob::body), form);
    ClaimedJob.Times times = times(m.part(ClaimedJob::times));
    long priority = m.need("priority", WHOLE, ClaimedJob::priority);
    ClaimedJob.Run run = run(m.part(ClaimedJob::run));
    m.show("fence", WHOLE, job -> job.lease().fence());
    String lease = m.need("lease", TEXT, job -> job.lease().encode());
    return new ClaimedJob(
        m.isWriting() ? m.value().lease() : LeaseToken.parse(lease), body, times, priority, run);
  }

  private static ClaimedJob.Run run(Members<ClaimedJob.Run> m) {
    return new ClaimedJob.Run(
        m.need("attempt", COUNT, ClaimedJob.Run::attempt),
        maxAttempts(m, ClaimedJob.Run::maxAttempts),
        m.moment("leaseUntil", ClaimedJob.Run::leaseUntilMillis),
        m.isOn("mayHaveArrived", ClaimedJob.Run::mayHaveArrived));
  }

  /** A payload with its content type and headers. */
  static JobBody body(Members<JobBody> m, PayloadForm form) {
    if (m.isWriting()) {
      return SpecJson.write(m, form);
    }
    Fields job = m.fields();
    if (!job.hasValue("payloadBase64")) {
      throw new StoreFailureException(
          ErrorCode.STORE_REFUSED,
          "The server hides the payload: the token needs the role payload");
    }
    byte[] payload = PayloadForm.decode(job.need("payloadBase64", Fields::text));
    return SpecJson.body(m, payload, null, job.textsByName("headers"));
  }

  private static ClaimedJob.Times times(Members<ClaimedJob.Times> m) {
    return new ClaimedJob.Times(
        m.moment("dueAt", ClaimedJob.Times::dueAt),
        m.moment("firstDueAt", ClaimedJob.Times::firstDueAt),
        m.moment("scheduledAt", ClaimedJob.Times::scheduledAt));
  }

  private static JobView.Traits traits(Members<JobView.Traits> m) {
    return new JobView.Traits(
        m.need("priority", WHOLE, JobView.Traits::priority),
        m.need("tags", TEXTS, JobView.Traits::tags),
        m.need("attempt", COUNT, JobView.Traits::attempt),
        maxAttempts(m, JobView.Traits::maxAttempts),
        m.need("fence", WHOLE, JobView.Traits::fence),
        m.isOn("mayHaveArrived", JobView.Traits::mayHaveArrived));
  }

  private static <T> int maxAttempts(Members<T> m, ToIntFunction<T> of) {
    Integer most =
        m.nullable(
            "maxAttempts",
            COUNT,
            job -> of.applyAsInt(job) == Integer.MAX_VALUE ? null : of.applyAsInt(job));
    return most == null ? Integer.MAX_VALUE : most;
  }

  private static JobView.LeaseView lease(Members<JobView.LeaseView> m, PayloadForm form) {
    return new JobView.LeaseView(
        m.need("consumer", TEXT, JobView.LeaseView::consumer),
        m.moment("leasedAt", JobView.LeaseView::sinceMillis),
        m.moment("leaseUntil", JobView.LeaseView::untilMillis),
        m.need("cancelRequested", Values.FLAG, JobView.LeaseView::cancelRequested),
        m.has("note", lease -> lease.note() != null && form != PayloadForm.HIDDEN)
            ? note(m.part(JobView.LeaseView::note))
            : null);
  }

  private static JobView.Note note(Members<JobView.Note> m) {
    return new JobView.Note(
        m.need("note", TEXT, JobView.Note::text), m.moment("notedAt", JobView.Note::atMillis));
  }

  private static JobView.End end(Members<JobView.End> m, PayloadForm form) {
    return new JobView.End(
        m.moment("endedAt", JobView.End::atMillis),
        m.need("reason", TEXT, JobView.End::reason),
        error(m, "message", form, JobView.End::message));
  }

  private static AttemptRecord attempt(Members<AttemptRecord> m, PayloadForm form) {
    return new AttemptRecord(
        m.need("attempt", COUNT, AttemptRecord::attempt),
        m.moment("startedAt", AttemptRecord::startedAtMillis),
        m.moment("endedAt", AttemptRecord::endedAtMillis),
        m.need("outcome", Values.oneOf(AttemptRecord.Outcome.class), AttemptRecord::outcome),
        error(m, "error", form, AttemptRecord::error),
        m.need("fingerprint", TEXT, AttemptRecord::fingerprint));
  }

  /** A text that tells of an error, which may be hidden. */
  private static <T> String error(
      Members<T> m, String name, PayloadForm form, Function<T, @Nullable String> of) {
    return form == PayloadForm.HIDDEN ? "" : m.need(name, TEXT, of);
  }

  /**
   * A request to claim jobs.
   *
   * @param ids those of a claim by ids, otherwise null
   */
  public static JsonShape request(ClaimRequest request, @Nullable List<String> ids) {
    return Members.shape(
        request,
        m -> {
          m.show("payloadAs", TEXT, any -> "base64");
          m.optional("ids", TEXTS, any -> ids);
          return request(m, 0);
        });
  }

  /** Reads a request to claim jobs. */
  public static ClaimRequest request(Fields fields, Duration defaultLease) {
    return Members.read(fields, m -> request(m, Limits.leaseMillis(defaultLease)));
  }

  private static ClaimRequest request(Members<ClaimRequest> m, long defaultLeaseMillis) {
    return new ClaimRequest(
        m.or("max", MAX, 1, ClaimRequest::max),
        m.or("lease", LEASE, defaultLeaseMillis, ClaimRequest::leaseMillis),
        m.optional("dueBefore", Values.ASKED_MOMENT, ClaimRequest::dueBeforeMillis),
        m.or("consumer", TEXT, "", ClaimRequest::consumer),
        m.optional("shard", ShardText.VALUE, ClaimRequest::shard));
  }
}
