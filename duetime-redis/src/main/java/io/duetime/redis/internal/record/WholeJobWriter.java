package io.duetime.redis.internal.record;

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
import io.duetime.internal.kernel.job.JobHead;
import io.duetime.internal.kernel.job.JobHead.Answer;
import io.duetime.internal.kernel.job.JobHead.Successor;
import io.duetime.internal.kernel.job.JobHead.WholeJob;
import io.duetime.internal.kernel.job.Status.JobLease;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Encodes a whole job of an import. */
public final class WholeJobWriter {
  /** Later than all due times that a score can hold. */
  private static final long DUE_END = 1L << 44;

  private static final int MOST_CONSUMER = 255;
  private static final int FIXED = 64;

  private WholeJobWriter() {}

  /**
   * A job as it is stored.
   *
   * @param request without due time
   * @param record that request and the moment of its acceptance
   * @param state how far it has come
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record Packed(JobSpec request, byte[] record, byte[] state) {}

  /**
   * Packs a job.
   *
   * @throws InvalidRequestException if there is no way to store it here
   */
  public static Packed write(WholeJob job) {
    JobHead head = job.head();
    check(head);
    JobSpec request = request(head, job.body(), isAnsweredAsUsual(head));
    return new Packed(request, record(request, head.scheduledAt()), state(head));
  }

  private static void check(JobHead head) {
    if (head.dueAt() >= DUE_END) {
      throw new InvalidRequestException("dueAt", head.dueAt(), "0 to " + (DUE_END - 1));
    }
    JobLease lease = head.lease();
    if (lease != null && utf8(lease.consumer()).length > MOST_CONSUMER) {
      throw new InvalidRequestException(
          "consumer", lease.consumer(), "at most " + MOST_CONSUMER + " bytes");
    }
    if (head.successor() != null) {
      check(head.successor().head());
    }
  }

  /** Whether the only answer is that of a new job, which the nonce of the record implies. */
  private static boolean isAnsweredAsUsual(JobHead head) {
    List<Answer> answers = head.answers();
    return answers.size() == 1
        && answers.get(0).outcome() == ScheduleOutcome.CREATED
        && answers.get(0).dueAt() == head.firstDueAt();
  }

  private static JobSpec request(JobHead head, JobBody body, boolean withNonce) {
    JobSpec.Builder request =
        JobSpec.builder(head.id(), body, DueTime.after(0))
            .tags(head.terms().tags())
            .expiry(head.terms().expiry())
            .onConflict(OnConflict.KEEP)
            .mayHaveArrived(head.mayHaveArrived());
    if (withNonce) {
      request.nonce(head.answers().get(0).nonce());
    }
    if (head.priority() != Limits.DEFAULT_PRIORITY) {
      request.priority(head.priority());
    }
    if (!head.terms().retry().equals(RetryPolicy.DEFAULT)) {
      request.retry(head.terms().retry());
    }
    if (head.terms().retentionMillis() >= 0) {
      request.retention(Duration.ofMillis(head.terms().retentionMillis()));
    }
    return request.build();
  }

  /** A request as the store has it. */
  static byte[] record(JobSpec request, long acceptedAt) {
    byte[] record = RecordCodec.write(request);
    return new RecordWriter(record.length + 6).raw(record).u48(acceptedAt).toBytes();
  }

  private static byte[] state(JobHead head) {
    Map<String, Object> rare = rare(head);
    RecordWriter to = new RecordWriter(FIXED);
    to.u8(Codes.stage(head.stage()))
        .u8(StateCodec.flags(head.isMarkedCancelled(), !rare.isEmpty()))
        .u32(head.attempt())
        .i64(head.fence())
        .u48(head.dueAt())
        .u48(head.firstDueAt())
        .u48(head.anchorAt());
    JobLease lease = head.lease();
    End end = head.end();
    if (lease != null) {
      to.u48(lease.since()).u48(lease.deadline()).shortText(lease.consumer());
    } else {
      to.u48(end == null ? 0 : end.atMillis()).u48(head.forgetAt()).shortText("");
    }
    return (rare.isEmpty() ? to : to.raw(MessagePackWriter.pack(rare))).toBytes();
  }

  private static Map<String, Object> rare(JobHead head) {
    Map<String, Object> rare = new LinkedHashMap<>();
    if (!head.history().isEmpty()) {
      rare.put("h", head.history().stream().map(WholeJobWriter::attempt).toList());
    }
    if (!head.answers().isEmpty() && !isAnsweredAsUsual(head)) {
      rare.put("a", answers(head));
    }
    if (head.successor() != null) {
      rare.put("s", successor(head.successor()));
    }
    End end = head.end();
    if (end != null && (head.stage() == JobHead.Stage.DEAD || !end.message().isEmpty())) {
      rare.put("e", List.of(utf8(end.reason()), utf8(end.message())));
    }
    if (head.interruptions() != 0) {
      rare.put("i", (long) head.interruptions());
    }
    if (head.mayHaveArrived()) {
      rare.put("u", 1L);
    }
    return rare;
  }

  private static List<Object> attempt(AttemptRecord attempt) {
    return List.of(
        (long) attempt.attempt(),
        attempt.startedAtMillis(),
        attempt.endedAtMillis(),
        (long) Codes.outcome(attempt.outcome()),
        utf8(attempt.error()),
        utf8(attempt.fingerprint()));
  }

  private static List<Object> answers(JobHead head) {
    return head.answers().stream().<Object>map(WholeJobWriter::answer).toList();
  }

  private static List<Object> answer(Answer answer) {
    return List.of(
        new RecordWriter(Long.BYTES).i64(answer.nonce()).toBytes(),
        (long) Codes.answer(answer.outcome()),
        answer.dueAt());
  }

  private static Map<String, Object> successor(Successor successor) {
    JobHead head = successor.head();
    Map<String, Object> packed = new LinkedHashMap<>();
    packed.put("due", head.dueAt());
    packed.put("anchor", head.anchorAt());
    packed.put("record", record(request(head, successor.body(), false), head.scheduledAt()));
    if (!head.answers().isEmpty()) {
      packed.put("a", answers(head));
    }
    return packed;
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
