package io.duetime.redis.internal.record;

import io.duetime.ScheduleOutcome;
import io.duetime.engine.JobView.End;
import io.duetime.internal.kernel.job.JobHead;
import io.duetime.internal.kernel.job.JobHead.Answer;
import io.duetime.internal.kernel.job.JobHead.Successor;
import io.duetime.internal.kernel.job.JobHead.Terms;
import io.duetime.internal.kernel.job.JobHead.WholeJob;
import io.duetime.internal.kernel.job.Placement;
import io.duetime.internal.kernel.job.Progress;
import io.duetime.internal.kernel.job.RequestLog;
import io.duetime.internal.kernel.job.Status;
import io.duetime.internal.kernel.job.Status.JobLease;
import io.duetime.redis.internal.record.RecordCodec.Recorded;
import io.duetime.redis.internal.record.StateCodec.Inner;
import io.duetime.redis.internal.record.StateCodec.State;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Decodes a whole job for an export. */
public final class WholeJobReader {
  private WholeJobReader() {}

  /**
   * Reads a job.
   *
   * @param state empty for a job that waits for the first time
   * @param moment when such a job is due
   * @throws DamagedRecordException if it cannot be read
   */
  public static WholeJob read(String id, byte[] record, byte[] state, long moment) {
    return RecordCodec.understood(() -> {
      Recorded recorded = RecordCodec.read(record);
      JobHead head = state.length == 0 ? fresh(id, recorded, moment) : changed(id, recorded, state);
      return new WholeJob(head, recorded.body());
    });
  }

  private static JobHead fresh(String id, Recorded recorded, long moment) {
    return new JobHead(
        id,
        terms(recorded),
        new Placement(
            recorded.priority(), moment, moment, recorded.acceptedAt(), recorded.acceptedAt()),
        Progress.NONE.mayHaveArrived(recorded.mayHaveArrived()),
        new RequestLog(usualAnswers(recorded.nonce(), moment), null));
  }

  private static Terms terms(Recorded recorded) {
    return new Terms(
        recorded.tags(), recorded.retry(), recorded.expiry(), recorded.retentionMillis());
  }

  private static List<Answer> usualAnswers(long nonce, long dueAt) {
    return nonce == 0 ? List.of() : List.of(new Answer(nonce, ScheduleOutcome.CREATED, dueAt));
  }

  private static JobHead changed(String id, Recorded recorded, byte[] packed) {
    State state = StateCodec.read(packed);
    Inner inner = StateCodec.inner(packed);
    Object answers = inner.more().get("a");
    Long priority = state.rare().priority();
    Placement placement =
        new Placement(
            priority == null ? recorded.priority() : priority,
            state.dueAt(),
            state.firstDueAt(),
            recorded.acceptedAt(),
            inner.anchor() == 0 ? recorded.acceptedAt() : inner.anchor());
    return new JobHead(
        id,
        terms(recorded),
        placement,
        new Progress(
            status(state),
            state.attempt(),
            state.fence(),
            state.rare().interruptions(),
            recorded.mayHaveArrived() || state.rare().mayHaveArrived(),
            state.rare().history()),
        new RequestLog(
            answers == null ? usualAnswers(recorded.nonce(), state.firstDueAt()) : answers(answers),
            state.stage() == StateCodec.Stage.LEASED
                ? successor(id, inner.more().get("s"))
                : null));
  }

  private static Status status(State state) {
    return switch (state.stage()) {
      case WAITING -> Status.WAITING;
      case LEASED ->
          Status.leased(
              new JobLease(state.consumer(), state.since(), state.until(), state.marked()));
      case DEAD ->
          Status.ended(
              JobHead.Stage.DEAD,
              new End(state.since(), state.rare().reason(), state.rare().message()),
              0);
      case DONE ->
          Status.ended(
              JobHead.Stage.DONE,
              new End(state.since(), End.DONE, state.rare().message()),
              state.until());
      case CANCELLED ->
          Status.ended(
              JobHead.Stage.CANCELLED, new End(state.since(), End.CANCELLED, ""), state.until());
    };
  }

  private static @Nullable Successor successor(String id, @Nullable Object packed) {
    if (!(packed instanceof Map<?, ?> next)) {
      return null;
    }
    Recorded recorded = RecordCodec.read(StateCodec.bytes(next.get("record")));
    long due = StateCodec.number(next.get("due"));
    long anchor = StateCodec.number(next.get("anchor"));
    JobHead head =
        new JobHead(
            id,
            terms(recorded),
            new Placement(recorded.priority(), due, due, recorded.acceptedAt(), anchor),
            Progress.NONE,
            new RequestLog(answers(next.get("a")), null));
    return new Successor(head, recorded.body());
  }

  private static List<Answer> answers(@Nullable Object packed) {
    List<Answer> answers = new ArrayList<>();
    for (Object one : StateCodec.list(packed)) {
      List<?> answer = StateCodec.list(one);
      answers.add(
          new Answer(
              new Bytes(StateCodec.bytes(answer.get(0))).i64(),
              Codes.answer((int) StateCodec.number(answer.get(1))),
              StateCodec.number(answer.get(2))));
    }
    return answers;
  }
}
