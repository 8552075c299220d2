package io.duetime.embedded.internal.record;

import io.duetime.Limits;
import io.duetime.RetryPolicy;
import io.duetime.ScheduleOutcome;
import io.duetime.embedded.internal.record.Records.UnreadableRecordException;
import io.duetime.engine.AttemptRecord;
import io.duetime.engine.JobView.End;
import io.duetime.kernel.job.JobHead;
import io.duetime.kernel.job.JobHead.Answer;
import io.duetime.kernel.job.JobHead.Stage;
import io.duetime.kernel.job.JobHead.Successor;
import io.duetime.kernel.job.JobHead.Terms;
import io.duetime.kernel.job.Placement;
import io.duetime.kernel.job.Progress;
import io.duetime.kernel.job.RequestLog;
import io.duetime.kernel.job.Status;
import io.duetime.kernel.job.Status.JobLease;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The fields of what is kept of a job except its body. What most jobs do not have costs nothing but
 * a bit that says so.
 */
final class HeadCodec {
  private static final int TERMS = 1;
  private static final int PRIORITY = 1 << 1;
  private static final int FIRST_DUE = 1 << 2;
  private static final int ANCHOR = 1 << 3;
  private static final int ATTEMPTED = 1 << 4;
  private static final int ANSWERS = 1 << 5;
  private static final int HISTORY = 1 << 6;
  private static final int SUCCESSOR = 1 << 7;
  private static final int ALL = (1 << 8) - 1;

  private static final Terms USUAL = new Terms(List.of(), RetryPolicy.DEFAULT, null, -1);
  private static final JobHead ANY =
      new JobHead("", USUAL, new Placement(0, 0, 0, 0, 0), Progress.NONE, RequestLog.NONE);
  private static final JobLease ANY_LEASE = new JobLease("", 0, 0, false);
  private static final End ANY_END = new End(0, "", "");
  private static final Answer ANY_ANSWER = new Answer(0, ScheduleOutcome.CREATED, 0);
  private static final AttemptRecord ANY_ATTEMPT =
      new AttemptRecord(1, 0, 0, AttemptRecord.Outcome.FAILED, "", "");
  private static final Successor ANY_SUCCESSOR = new Successor(ANY, SpecCodec.ANY_BODY);

  private HeadCodec() {}

  static void write(ByteWriter to, JobHead head) {
    head(to, head, head.id(), ALL);
  }

  static JobHead read(ByteReader from, String id) {
    return head(from, ANY, id, ALL);
  }

  private static JobHead head(RecordFields fields, JobHead head, String id, int allowed) {
    Stage stage = fields.value(Numbered.STAGES, head.stage());
    int has = fields.u8(parts(head));
    if ((has & ~allowed) != 0) {
      throw new UnreadableRecordException("parts that a job here does not have: " + has);
    }
    long dueAt = fields.varint(head.dueAt());
    long scheduledAt = dueAt - fields.signed(dueAt - head.scheduledAt());
    long firstDueAt =
        (has & FIRST_DUE) == 0 ? dueAt : dueAt - fields.signed(dueAt - head.firstDueAt());
    long anchorAt =
        (has & ANCHOR) == 0
            ? scheduledAt
            : scheduledAt + fields.signed(head.anchorAt() - scheduledAt);
    long priority =
        (has & PRIORITY) == 0 ? Limits.DEFAULT_PRIORITY : fields.varint(head.priority());
    int attempt = 0;
    long fence = 0;
    long interruptions = 0;
    if ((has & ATTEMPTED) != 0) {
      attempt = (int) fields.varint(head.attempt());
      fence = fields.varint(head.fence());
      fields.varint(0); // earlier layouts had a number here
      interruptions = fields.varint(2L * head.interruptions() + (head.mayHaveArrived() ? 1 : 0));
    }
    Status status = status(fields, stage, head);
    Terms terms = (has & TERMS) == 0 ? USUAL : SpecCodec.terms(fields, head.terms());
    Placement placement =
        new Placement(Limits.priority(priority), dueAt, firstDueAt, scheduledAt, anchorAt);
    List<Answer> answers =
        (has & ANSWERS) == 0
            ? List.of()
            : fields.list(head.answers(), ANY_ANSWER, HeadCodec::answer);
    List<AttemptRecord> history =
        (has & HISTORY) == 0
            ? List.of()
            : fields.list(head.history(), ANY_ATTEMPT, HeadCodec::attempt);
    Successor successor = (has & SUCCESSOR) == 0 ? null : successor(fields, head.successor(), id);
    return new JobHead(
        id,
        terms,
        placement,
        new Progress(
            status, attempt, fence, (int) (interruptions / 2), interruptions % 2 == 1, history),
        new RequestLog(answers, successor));
  }

  private static int parts(JobHead head) {
    return part(!isUsual(head.terms()), TERMS)
        | part(head.priority() != Limits.DEFAULT_PRIORITY, PRIORITY)
        | part(head.firstDueAt() != head.dueAt(), FIRST_DUE)
        | part(head.anchorAt() != head.scheduledAt(), ANCHOR)
        | part(isBegun(head), ATTEMPTED)
        | part(!head.answers().isEmpty(), ANSWERS)
        | part(!head.history().isEmpty(), HISTORY)
        | part(head.successor() != null, SUCCESSOR);
  }

  private static boolean isBegun(JobHead head) {
    return head.attempt() != 0 || head.fence() != 0 || head.mayHaveArrived();
  }

  private static int part(boolean isThere, int part) {
    return isThere ? part : 0;
  }

  private static boolean isUsual(Terms terms) {
    return terms.tags().isEmpty()
        && terms.expiry() == null
        && terms.retentionMillis() < 0
        && RetryPolicy.DEFAULT.equals(terms.retry());
  }

  private static Status status(RecordFields fields, Stage stage, JobHead head) {
    return switch (stage) {
      case WAITING -> Status.WAITING;
      case LEASED -> Status.leased(lease(fields, head.lease() == null ? ANY_LEASE : head.lease()));
      case DEAD, DONE, CANCELLED -> {
        End end = head.end() == null ? ANY_END : head.end();
        End ended =
            new End(
                fields.varint(end.atMillis()),
                fields.text(end.reason()),
                fields.text(end.message()));
        yield Status.ended(stage, ended, fields.varint(head.forgetAt()));
      }
    };
  }

  private static JobLease lease(RecordFields fields, JobLease lease) {
    long since = fields.varint(lease.since());
    long deadline = since + fields.signed(lease.deadline() - since);
    boolean cancelled = fields.flag(lease.cancelled());
    return new JobLease(fields.text(lease.consumer()), since, deadline, cancelled);
  }

  private static Successor successor(RecordFields fields, @Nullable Successor known, String id) {
    Successor successor = known == null ? ANY_SUCCESSOR : known;
    return new Successor(
        head(fields, successor.head(), id, ALL & ~SUCCESSOR),
        SpecCodec.body(fields, successor.body()));
  }

  private static Answer answer(RecordFields fields, Answer answer) {
    return new Answer(
        fields.u64(answer.nonce()),
        fields.value(Numbered.OUTCOMES, answer.outcome()),
        fields.varint(answer.dueAt()));
  }

  private static AttemptRecord attempt(RecordFields fields, AttemptRecord attempt) {
    int number = (int) fields.varint(attempt.attempt());
    long started = fields.varint(attempt.startedAtMillis());
    return new AttemptRecord(
        number,
        started,
        started + fields.signed(attempt.endedAtMillis() - started),
        fields.value(Numbered.ENDINGS, attempt.outcome()),
        fields.text(attempt.error()),
        fields.text(attempt.fingerprint()));
  }
}
