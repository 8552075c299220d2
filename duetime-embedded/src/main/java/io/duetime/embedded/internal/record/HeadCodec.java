package io.duetime.embedded.internal.record;

import io.duetime.Limits;
import io.duetime.RetryPolicy;
import io.duetime.embedded.internal.record.Records.UnreadableRecordException;
import io.duetime.engine.AttemptRecord;
import io.duetime.engine.JobView.End;
import io.duetime.engine.JobView.Note;
import io.duetime.kernel.job.JobHead;
import io.duetime.kernel.job.JobHead.Answer;
import io.duetime.kernel.job.JobHead.Stage;
import io.duetime.kernel.job.JobHead.Successor;
import io.duetime.kernel.job.JobHead.Terms;
import io.duetime.kernel.job.Placement;
import io.duetime.kernel.job.Placement.ShiftMark;
import io.duetime.kernel.job.Progress;
import io.duetime.kernel.job.RequestLog;
import io.duetime.kernel.job.Status;
import io.duetime.kernel.job.Status.JobLease;
import java.util.List;

/**
 * Writes what is kept of a job except its body. What most jobs do not have costs nothing but a bit
 * that says so.
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

  /** In the byte of the stage, as the flags are used up. */
  private static final int SHIFTED = 1 << 7;

  private static final int REDRIVEN = 1 << 6;
  private static final int NOTED = 1 << 5;

  private static final Terms USUAL = new Terms(List.of(), RetryPolicy.DEFAULT, null, -1);

  private HeadCodec() {}

  static void write(ByteWriter to, JobHead head) {
    int has = flags(head);
    ShiftMark shift = head.placement().shift();
    String redrive = head.progress().redrive();
    JobLease lease = head.lease();
    boolean isNoted = lease != null && lease.note() != null;
    int marks =
        flag(shift != null, SHIFTED) | flag(redrive != null, REDRIVEN) | flag(isNoted, NOTED);
    to.u8(Numbered.STAGES.of(head.stage()) | marks);
    to.u8(has);
    to.varint(head.dueAt());
    to.signed(head.dueAt() - head.scheduledAt());
    if ((has & FIRST_DUE) != 0) {
      to.signed(head.dueAt() - head.firstDueAt());
    }
    if ((has & ANCHOR) != 0) {
      to.signed(head.anchorAt() - head.scheduledAt());
    }
    if (shift != null) {
      to.text(shift.task());
      to.signed(shift.byMillis());
      to.varint(shift.atMillis());
    }
    if (redrive != null) {
      to.text(redrive);
    }
    if ((has & PRIORITY) != 0) {
      to.varint(head.priority());
    }
    if ((has & ATTEMPTED) != 0) {
      to.varint(head.attempt());
      to.varint(head.fence());
      to.varint(0); // earlier layouts had a number here
      to.varint(2L * head.interruptions() + (head.mayHaveArrived() ? 1 : 0));
    }
    writeStage(to, head);
    writeRare(to, head, has);
  }

  private static int flags(JobHead head) {
    return flag(!isUsual(head.terms()), TERMS)
        | flag(head.priority() != Limits.DEFAULT_PRIORITY, PRIORITY)
        | flag(head.firstDueAt() != head.dueAt(), FIRST_DUE)
        | flag(head.anchorAt() != head.scheduledAt(), ANCHOR)
        | flag(isBegun(head), ATTEMPTED)
        | flag(!head.answers().isEmpty(), ANSWERS)
        | flag(!head.history().isEmpty(), HISTORY)
        | flag(head.successor() != null, SUCCESSOR);
  }

  private static boolean isBegun(JobHead head) {
    return head.attempt() != 0 || head.fence() != 0 || head.mayHaveArrived();
  }

  private static int flag(boolean set, int flag) {
    return set ? flag : 0;
  }

  private static boolean isUsual(Terms terms) {
    return terms.tags().isEmpty()
        && terms.expiry() == null
        && terms.retentionMillis() < 0
        && RetryPolicy.DEFAULT.equals(terms.retry());
  }

  private static void writeStage(ByteWriter to, JobHead head) {
    JobLease lease = head.lease();
    if (lease != null) {
      to.varint(lease.since());
      to.signed(lease.deadline() - lease.since());
      to.u8(lease.cancelled() ? 1 : 0);
      to.text(lease.consumer());
      Note note = lease.note();
      if (note != null) {
        to.text(note.text());
        to.varint(note.atMillis());
      }
    }
    End end = head.end();
    if (end != null) {
      to.varint(end.atMillis());
      to.text(end.reason());
      to.text(end.message());
      to.varint(head.forgetAt());
    }
  }

  private static void writeRare(ByteWriter to, JobHead head, int has) {
    if ((has & TERMS) != 0) {
      SpecCodec.writeTerms(to, head.terms());
    }
    if ((has & ANSWERS) != 0) {
      to.list(head.answers(), answer -> writeAnswer(to, answer));
    }
    if ((has & HISTORY) != 0) {
      to.list(head.history(), attempt -> writeAttempt(to, attempt));
    }
    Successor successor = head.successor();
    if (successor != null) {
      write(to, successor.head());
      SpecCodec.writeBody(to, successor.body());
    }
  }

  private static void writeAnswer(ByteWriter to, Answer answer) {
    to.u64(answer.nonce());
    to.u8(Numbered.OUTCOMES.of(answer.outcome()));
    to.varint(answer.dueAt());
  }

  private static void writeAttempt(ByteWriter to, AttemptRecord attempt) {
    to.varint(attempt.attempt());
    to.varint(attempt.startedAtMillis());
    to.signed(attempt.endedAtMillis() - attempt.startedAtMillis());
    to.u8(Numbered.ENDINGS.of(attempt.outcome()));
    to.text(attempt.error());
    to.text(attempt.fingerprint());
  }

  static JobHead read(ByteReader from, String id) {
    return read(from, id, ALL);
  }

  private static JobHead read(ByteReader from, String id, int allowed) {
    int first = from.u8();
    Stage stage = Numbered.STAGES.value(first & ~(SHIFTED | REDRIVEN | NOTED));
    int has = from.u8();
    if ((has & ~allowed) != 0) {
      throw new UnreadableRecordException("parts that a job here does not have: " + has);
    }
    long dueAt = from.varint();
    long scheduledAt = dueAt - from.signed();
    long firstDueAt = (has & FIRST_DUE) == 0 ? dueAt : dueAt - from.signed();
    long anchorAt = (has & ANCHOR) == 0 ? scheduledAt : scheduledAt + from.signed();
    ShiftMark shift =
        (first & SHIFTED) == 0 ? null : new ShiftMark(from.text(), from.signed(), from.varint());
    String redrive = (first & REDRIVEN) == 0 ? null : from.text();
    long priority = (has & PRIORITY) == 0 ? Limits.DEFAULT_PRIORITY : from.varint();
    int attempt = 0;
    long fence = 0;
    long interruptions = 0;
    if ((has & ATTEMPTED) != 0) {
      attempt = (int) from.varint();
      fence = from.varint();
      from.varint(); // a number that earlier layouts had
      interruptions = from.varint();
    }
    Status status = status(from, stage, (first & NOTED) != 0);
    Terms terms = (has & TERMS) == 0 ? USUAL : SpecCodec.readTerms(from);
    Placement placement =
        new Placement(Limits.priority(priority), dueAt, firstDueAt, scheduledAt, anchorAt, shift);
    List<Answer> answers = (has & ANSWERS) == 0 ? List.of() : from.list(HeadCodec::answer);
    List<AttemptRecord> history = (has & HISTORY) == 0 ? List.of() : from.list(HeadCodec::attempt);
    return new JobHead(
        id,
        terms,
        placement,
        new Progress(
            status,
            attempt,
            fence,
            (int) (interruptions / 2),
            interruptions % 2 == 1,
            history,
            redrive),
        new RequestLog(answers, (has & SUCCESSOR) == 0 ? null : successor(from, id)));
  }

  private static Successor successor(ByteReader from, String id) {
    return new Successor(read(from, id, ALL & ~SUCCESSOR), SpecCodec.readBody(from));
  }

  private static Status status(ByteReader from, Stage stage, boolean isNoted) {
    return switch (stage) {
      case WAITING -> Status.WAITING;
      case LEASED -> Status.leased(lease(from, isNoted));
      case DEAD, DONE, CANCELLED -> {
        End end = new End(from.varint(), from.text(), from.text());
        yield Status.ended(stage, end, from.varint());
      }
    };
  }

  private static JobLease lease(ByteReader from, boolean isNoted) {
    long since = from.varint();
    long deadline = since + from.signed();
    boolean cancelled = from.u8() != 0;
    String consumer = from.text();
    Note note = isNoted ? new Note(from.text(), from.varint()) : null;
    return new JobLease(consumer, since, deadline, cancelled, note);
  }

  private static Answer answer(ByteReader from) {
    return new Answer(from.u64(), Numbered.OUTCOMES.value(from.u8()), from.varint());
  }

  private static AttemptRecord attempt(ByteReader from) {
    int attempt = (int) from.varint();
    long started = from.varint();
    long ended = started + from.signed();
    AttemptRecord.Outcome outcome = Numbered.ENDINGS.value(from.u8());
    return new AttemptRecord(attempt, started, ended, outcome, from.text(), from.text());
  }
}
