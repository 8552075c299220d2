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
import io.duetime.redis.internal.record.Bytes.RecordWriter;
import io.duetime.redis.internal.record.RecordCodec.Codes;
import io.duetime.redis.internal.record.RecordCodec.Recorded;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Encodes and decodes whole jobs: the record of the request, and the state, which says how far the
 * job has come. Scripts write the states of all jobs but those of imports.
 */
public final class StoredJobCodec {
  private static final int MARKED = 1;
  private static final int HAS_MORE = 2;

  /** Later than all due times that a score can hold. */
  private static final long DUE_END = 1L << 44;

  private static final int MOST_CONSUMER = 255;
  private static final int USUAL_BYTES = 64;

  private StoredJobCodec() {}

  /** Whether a state is that of a running job, even if it cannot be decoded. */
  public static boolean isLeased(byte[] state) {
    return state.length > 0 && state[0] == Codes.STAGES.code(Stage.LEASED);
  }

  /** Whether a state is that of a dead job, even if it cannot be decoded. */
  public static boolean isDead(byte[] state) {
    return state.length > 0 && state[0] == Codes.STAGES.code(Stage.DEAD);
  }

  /**
   * Decodes a job.
   *
   * @param state empty for a job that waits for the first time
   * @param moment when such a job is due
   * @throws DamagedRecordException if it cannot be read
   */
  public static WholeJob read(String id, byte[] record, byte[] state, long moment) {
    return DamagedRecordException.unless(() -> {
      Recorded recorded = RecordCodec.read(record, id);
      return new WholeJob(
          state.length == 0 ? fresh(recorded, moment) : changed(recorded, new Bytes(state)),
          recorded.request().body());
    });
  }

  private static JobHead fresh(Recorded recorded, long dueAt) {
    JobSpec request = recorded.request();
    return new JobHead(
        request.id(),
        recorded.terms(),
        recorded.placement(dueAt, recorded.acceptedAt()),
        Progress.NONE.mayHaveArrived(request.mayHaveArrived()),
        new RequestLog(usualAnswers(request, dueAt), null));
  }

  private static List<Answer> usualAnswers(JobSpec request, long dueAt) {
    return request.nonce() == 0
        ? List.of()
        : List.of(new Answer(request.nonce(), ScheduleOutcome.CREATED, dueAt));
  }

  /**
   * The part that each state has.
   *
   * @param anchorAt 0 for the moment of the record
   * @param since leased: since when; ended: when
   * @param until leased: until when; done or cancelled: when it is forgotten
   * @param consumer that has the lease, or had the last one
   */
  private record Fixed(
      Stage stage,
      int flags,
      int attempt,
      long fence,
      long dueAt,
      long firstDueAt,
      long anchorAt,
      long since,
      long until,
      String consumer) {
    static Fixed read(Bytes from) {
      return new Fixed(
          Codes.STAGES.name(from.u8()),
          from.u8(),
          Math.toIntExact(from.u32()),
          from.i64(),
          from.u48(),
          from.u48(),
          from.u48(),
          from.u48(),
          from.u48(),
          from.shortText());
    }

    Status status(List<?> end, List<?> note) {
      String reason = end.isEmpty() ? "" : MessagePack.text(end.get(0));
      String message = end.size() < 2 ? "" : MessagePack.text(end.get(1));
      return switch (stage) {
        case WAITING -> Status.WAITING;
        case LEASED -> Status.leased(lease(note));
        case DEAD -> Status.ended(stage, new End(since, reason, message), 0);
        case DONE -> Status.ended(stage, new End(since, End.DONE, message), until);
        case CANCELLED -> Status.ended(stage, new End(since, End.CANCELLED, ""), until);
      };
    }

    // A library that knows no notes leaves that of an earlier lease behind.
    private JobLease lease(List<?> packed) {
      JobLease lease = new JobLease(consumer, since, until, (flags & MARKED) != 0);
      return packed.size() < 2 || MessagePack.number(packed.get(1)) < since
          ? lease
          : lease.with(
              new Note(MessagePack.text(packed.get(0)), MessagePack.number(packed.get(1))));
    }
  }

  private static JobHead changed(Recorded recorded, Bytes from) {
    Fixed fixed = Fixed.read(from);
    Map<?, ?> more =
        (fixed.flags & HAS_MORE) == 0 ? Map.of() : MessagePack.map(MessagePack.read(from));
    JobSpec request = recorded.request();
    Object priority = more.get("p");
    Object answers = more.get("a");
    Object successor = fixed.stage == Stage.LEASED ? more.get("s") : null;
    return new JobHead(
        request.id(),
        recorded.terms(),
        new Placement(
            priority == null ? recorded.priority() : MessagePack.number(priority),
            fixed.dueAt,
            fixed.firstDueAt,
            recorded.acceptedAt(),
            fixed.anchorAt == 0 ? recorded.acceptedAt() : fixed.anchorAt,
            shifted(MessagePack.list(more.get("m")), fixed.dueAt)),
        new Progress(
            fixed.status(MessagePack.list(more.get("e")), MessagePack.list(more.get("w"))),
            fixed.attempt,
            fixed.fence,
            (int) MessagePack.numberOr0(more.get("i")),
            request.mayHaveArrived() || MessagePack.numberOr0(more.get("u")) != 0,
            MessagePack.list(more.get("h")).stream().map(StoredJobCodec::attempt).toList()),
        new RequestLog(
            answers == null ? usualAnswers(request, fixed.firstDueAt) : answers(answers),
            successor == null ? null : successor(request.id(), MessagePack.map(successor))));
  }

  /** The shift that moved the job to this due time; a library that knows none leaves it behind. */
  private static @Nullable ShiftMark shifted(List<?> parts, long dueAt) {
    return parts.size() < 4 || MessagePack.number(parts.get(2)) != dueAt
        ? null
        : new ShiftMark(
            MessagePack.text(parts.get(0)),
            MessagePack.number(parts.get(1)),
            MessagePack.number(parts.get(3)));
  }

  private static AttemptRecord attempt(@Nullable Object packed) {
    List<?> parts = MessagePack.list(packed);
    AttemptRecord.Outcome outcome = Codes.OUTCOMES.name(MessagePack.number(parts.get(3)));
    String error = MessagePack.text(parts.get(4));
    return new AttemptRecord(
        (int) MessagePack.number(parts.get(0)),
        MessagePack.number(parts.get(1)),
        MessagePack.number(parts.get(2)),
        outcome,
        error,
        parts.size() > 5 ? MessagePack.text(parts.get(5)) : outcome.fingerprint(error));
  }

  private static Successor successor(String id, Map<?, ?> next) {
    Recorded recorded = RecordCodec.read(MessagePack.bytes(next.get("record")), id);
    JobHead head =
        new JobHead(
            id,
            recorded.terms(),
            recorded.placement(
                MessagePack.number(next.get("due")), MessagePack.number(next.get("anchor"))),
            Progress.NONE,
            new RequestLog(answers(next.get("a")), null));
    return new Successor(head, recorded.request().body());
  }

  private static List<Answer> answers(@Nullable Object packed) {
    return MessagePack.list(packed).stream()
        .<List<?>>map(MessagePack::list)
        .map(answer ->
            new Answer(
                new Bytes(MessagePack.bytes(answer.get(0))).i64(),
                Codes.ANSWERS.name(MessagePack.number(answer.get(1))),
                MessagePack.number(answer.get(2))))
        .toList();
  }

  /**
   * A job as it is stored.
   *
   * @param record the request, for a job of another store with the moment of its acceptance
   * @param state how far a job of another store has come; null for a new one
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record Packed(JobSpec request, byte[] record, byte @Nullable [] state) {
    public static Packed of(JobSpec job) {
      return new Packed(job, RecordCodec.write(job), null);
    }

    public long weight() {
      return (long) record.length + request.id().length() + (state == null ? 0 : state.length);
    }
  }

  /**
   * Encodes a job of an import.
   *
   * @throws InvalidRequestException if there is no way to store it here
   */
  public static Packed write(WholeJob job, RecordCodec.@Nullable Tick tick) {
    JobHead head = job.head();
    check(head);
    JobSpec request = request(head, job.body(), isAnsweredAsUsual(head));
    byte[] record = RecordCodec.writeAccepted(request, tick, head.scheduledAt());
    return new Packed(request, record, state(head));
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
    Terms terms = head.terms();
    JobSpec.Builder request =
        JobSpec.builder(head.id(), body, DueTime.after(0))
            .tags(terms.tags())
            .expiry(terms.expiry())
            .onConflict(OnConflict.KEEP)
            .mayHaveArrived(head.mayHaveArrived());
    if (withNonce) {
      request.nonce(head.answers().get(0).nonce());
    }
    if (head.priority() != Limits.DEFAULT_PRIORITY) {
      request.priority(head.priority());
    }
    if (!terms.retry().equals(RetryPolicy.DEFAULT)) {
      request.retry(terms.retry());
    }
    if (terms.retentionMillis() >= 0) {
      request.retention(Duration.ofMillis(terms.retentionMillis()));
    }
    return request.build();
  }

  private static byte[] state(JobHead head) {
    Map<String, Object> more = more(head);
    RecordWriter to =
        new RecordWriter(USUAL_BYTES)
            .u8(Codes.STAGES.code(head.stage()))
            .u8((head.isMarkedCancelled() ? MARKED : 0) | (more.isEmpty() ? 0 : HAS_MORE))
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
    return (more.isEmpty() ? to : to.raw(MessagePack.pack(more))).toBytes();
  }

  /** The parts of a state that few jobs have. */
  private static Map<String, Object> more(JobHead head) {
    Map<String, Object> more = new LinkedHashMap<>();
    if (!head.history().isEmpty()) {
      more.put("h", head.history().stream().map(StoredJobCodec::packed).toList());
    }
    if (!head.answers().isEmpty() && !isAnsweredAsUsual(head)) {
      more.put("a", packed(head.answers()));
    }
    if (head.successor() != null) {
      more.put("s", packed(head.successor()));
    }
    End end = head.end();
    if (end != null && (head.stage() == Stage.DEAD || !end.message().isEmpty())) {
      more.put("e", List.of(utf8(end.reason()), utf8(end.message())));
    }
    if (head.interruptions() != 0) {
      more.put("i", (long) head.interruptions());
    }
    if (head.mayHaveArrived()) {
      more.put("u", 1L);
    }
    Note note = head.lease() == null ? null : head.lease().note();
    if (note != null) {
      more.put("w", List.of(utf8(note.text()), note.atMillis()));
    }
    ShiftMark shift = head.placement().shift();
    if (shift != null) {
      more.put("m", List.of(utf8(shift.task()), shift.byMillis(), head.dueAt(), shift.atMillis()));
    }
    return more;
  }

  private static List<Object> packed(AttemptRecord attempt) {
    return List.of(
        (long) attempt.attempt(),
        attempt.startedAtMillis(),
        attempt.endedAtMillis(),
        (long) Codes.OUTCOMES.code(attempt.outcome()),
        utf8(attempt.error()),
        utf8(attempt.fingerprint()));
  }

  private static List<Object> packed(List<Answer> answers) {
    return answers.stream().<Object>map(StoredJobCodec::packed).toList();
  }

  private static List<Object> packed(Answer answer) {
    int code = Codes.ANSWERS.code(answer.outcome());
    if (code == 0) {
      throw new InvalidRequestException(
          "answers", answer.outcome(), Codes.ANSWERS.names() + ": others are not kept");
    }
    byte[] nonce = new RecordWriter(Long.BYTES).i64(answer.nonce()).toBytes();
    return List.of(nonce, (long) code, answer.dueAt());
  }

  private static Map<String, Object> packed(Successor successor) {
    JobHead head = successor.head();
    JobSpec request = request(head, successor.body(), false);
    Map<String, Object> packed = new LinkedHashMap<>();
    packed.put("due", head.dueAt());
    packed.put("anchor", head.anchorAt());
    packed.put("record", RecordCodec.writeAccepted(request, head.scheduledAt()));
    if (!head.answers().isEmpty()) {
      packed.put("a", packed(head.answers()));
    }
    return packed;
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
