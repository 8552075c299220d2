package io.duetime.server.transfer;

import io.duetime.InvalidRequestException;
import io.duetime.Limits;
import io.duetime.ScheduleOutcome;
import io.duetime.engine.AttemptRecord;
import io.duetime.engine.JobView.End;
import io.duetime.internal.kernel.job.JobHead;
import io.duetime.internal.kernel.job.JobHead.Answer;
import io.duetime.internal.kernel.job.JobHead.Stage;
import io.duetime.internal.kernel.job.JobHead.Successor;
import io.duetime.internal.kernel.job.JobHead.WholeJob;
import io.duetime.internal.kernel.job.Placement;
import io.duetime.internal.kernel.job.Progress;
import io.duetime.internal.kernel.job.RequestLog;
import io.duetime.internal.kernel.job.Status;
import io.duetime.internal.kernel.job.Status.JobLease;
import io.duetime.server.json.Fields;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/** Reads and writes a job in any stage with everything that is stored of it. */
final class JobForm {
  // Earlier exports have a number, which is ignored.
  static final List<String> FIELDS =
      Stream.of(
              List.of("stage", "dueAt", "firstDueAt", "scheduledAt", "anchorAt", "priority"),
              List.of(
                  "attempt", "fence", "number", "lease", "end", "forgetAt", "answers", "history"),
              List.of("interruptions", "mayHaveArrived", "successor"),
              TermsForm.FIELDS,
              BodyForm.FIELDS)
          .flatMap(List::stream)
          .toList();

  private static final List<String> LEASE = List.of("consumer", "since", "until", "cancelled");
  private static final List<String> END = List.of("at", "reason", "message");
  private static final List<String> ANSWER = List.of("nonce", "outcome", "dueAt");
  private static final List<String> ATTEMPT =
      List.of("attempt", "startedAt", "endedAt", "outcome", "error", "fingerprint");

  private JobForm() {}

  /** Writes the members after the id. */
  static void write(JsonGenerator out, WholeJob job) {
    JobHead head = job.head();
    out.writeStringProperty("stage", head.stage().name());
    out.writeNumberProperty("dueAt", head.dueAt());
    out.writeNumberProperty("firstDueAt", head.firstDueAt());
    out.writeNumberProperty("scheduledAt", head.scheduledAt());
    out.writeNumberProperty("anchorAt", head.anchorAt());
    out.writeNumberProperty("priority", head.priority());
    out.writeNumberProperty("attempt", head.attempt());
    out.writeNumberProperty("fence", head.fence());
    if (head.interruptions() != 0) {
      out.writeNumberProperty("interruptions", head.interruptions());
    }
    if (head.mayHaveArrived()) {
      out.writeBooleanProperty("mayHaveArrived", true);
    }
    writeStage(out, head);
    TermsForm.write(out, head.terms());
    writeAnswers(out, head.answers());
    writeHistory(out, head.history());
    writeSuccessor(out, head.successor());
    BodyForm.write(out, job.body());
  }

  private static void writeStage(JsonGenerator out, JobHead head) {
    JobLease lease = head.lease();
    if (lease != null) {
      out.writeName("lease");
      out.writeStartObject();
      out.writeStringProperty("consumer", lease.consumer());
      out.writeNumberProperty("since", lease.since());
      out.writeNumberProperty("until", lease.deadline());
      out.writeBooleanProperty("cancelled", lease.cancelled());
      out.writeEndObject();
    }
    End end = head.end();
    if (end != null) {
      out.writeName("end");
      out.writeStartObject();
      out.writeNumberProperty("at", end.atMillis());
      out.writeStringProperty("reason", end.reason());
      out.writeStringProperty("message", end.message());
      out.writeEndObject();
      out.writeNumberProperty("forgetAt", head.forgetAt());
    }
  }

  private static void writeAnswers(JsonGenerator out, List<Answer> answers) {
    if (answers.isEmpty()) {
      return;
    }
    out.writeName("answers");
    out.writeStartArray();
    for (Answer answer : answers) {
      out.writeStartObject();
      out.writeNumberProperty("nonce", answer.nonce());
      out.writeStringProperty("outcome", answer.outcome().name());
      out.writeNumberProperty("dueAt", answer.dueAt());
      out.writeEndObject();
    }
    out.writeEndArray();
  }

  private static void writeHistory(JsonGenerator out, List<AttemptRecord> history) {
    if (history.isEmpty()) {
      return;
    }
    out.writeName("history");
    out.writeStartArray();
    for (AttemptRecord attempt : history) {
      out.writeStartObject();
      out.writeNumberProperty("attempt", attempt.attempt());
      out.writeNumberProperty("startedAt", attempt.startedAtMillis());
      out.writeNumberProperty("endedAt", attempt.endedAtMillis());
      out.writeStringProperty("outcome", attempt.outcome().name());
      out.writeStringProperty("error", attempt.error());
      out.writeStringProperty("fingerprint", attempt.fingerprint());
      out.writeEndObject();
    }
    out.writeEndArray();
  }

  private static void writeSuccessor(JsonGenerator out, @Nullable Successor successor) {
    if (successor != null) {
      out.writeName("successor");
      out.writeStartObject();
      write(out, new WholeJob(successor.head(), successor.body()));
      out.writeEndObject();
    }
  }

  static WholeJob read(String id, Fields fields) {
    Needed needed = new Needed(fields);
    Placement placement =
        new Placement(
            Limits.priority(needed.whole("priority")),
            needed.moment("dueAt"),
            needed.moment("firstDueAt"),
            needed.moment("scheduledAt"),
            needed.moment("anchorAt"));
    Progress progress =
        new Progress(
            status(fields, needed),
            needed.count("attempt"),
            needed.upTo("fence", Long.MAX_VALUE),
            fields.has("interruptions") ? needed.count("interruptions") : 0,
            fields.isOn("mayHaveArrived"),
            fields.objects("history", ATTEMPT).stream().map(JobForm::attempt).toList());
    List<Answer> answers = fields.objects("answers", ANSWER).stream().map(JobForm::answer).toList();
    Fields successor = fields.object("successor", FIELDS);
    JobHead head =
        new JobHead(
            Limits.id(id),
            TermsForm.read(fields),
            placement,
            progress,
            new RequestLog(answers, successor == null ? null : successor(id, successor)));
    return new WholeJob(head, BodyForm.read(fields));
  }

  private static Status status(Fields fields, Needed needed) {
    Stage stage = needed.oneOf("stage", Stage.class);
    boolean isEnded = stage != Stage.WAITING && stage != Stage.LEASED;
    refuseUnless(stage == Stage.LEASED, fields, "lease");
    refuseUnless(stage == Stage.LEASED, fields, "successor");
    refuseUnless(isEnded, fields, "end");
    refuseUnless(isEnded, fields, "forgetAt");
    if (stage == Stage.LEASED) {
      return Status.leased(lease(new Needed(needed.object("lease", LEASE))));
    }
    return isEnded
        ? Status.ended(stage, end(new Needed(needed.object("end", END))), needed.moment("forgetAt"))
        : Status.WAITING;
  }

  private static void refuseUnless(boolean allowed, Fields fields, String name) {
    if (!allowed && fields.has(name)) {
      throw new InvalidRequestException(name, "present", "absent in this stage");
    }
  }

  private static Successor successor(String id, Fields fields) {
    WholeJob job = read(id, fields);
    if (job.head().stage() != Stage.WAITING) {
      throw new InvalidRequestException("successor.stage", job.head().stage(), "WAITING");
    }
    return new Successor(job.head(), job.body());
  }

  private static JobLease lease(Needed lease) {
    return new JobLease(
        lease.text("consumer"),
        lease.moment("since"),
        lease.moment("until"),
        lease.flag("cancelled"));
  }

  private static End end(Needed end) {
    return new End(end.moment("at"), end.text("reason"), end.text("message"));
  }

  private static Answer answer(Fields fields) {
    Needed answer = new Needed(fields);
    return new Answer(
        answer.whole("nonce"),
        answer.oneOf("outcome", ScheduleOutcome.class),
        answer.moment("dueAt"));
  }

  private static AttemptRecord attempt(Fields fields) {
    Needed attempt = new Needed(fields);
    AttemptRecord.Outcome outcome = attempt.oneOf("outcome", AttemptRecord.Outcome.class);
    String error = attempt.text("error");
    return new AttemptRecord(
        attempt.count("attempt"),
        attempt.moment("startedAt"),
        attempt.moment("endedAt"),
        outcome,
        error,
        fields.has("fingerprint") ? attempt.text("fingerprint") : outcome.fingerprint(error));
  }
}
