package io.duetime.redis.internal.record;

import io.duetime.ScheduleOutcome;
import io.duetime.engine.JobView.End;
import io.duetime.internal.kernel.job.JobHead;
import io.duetime.internal.kernel.job.JobHead.Answer;
import io.duetime.internal.kernel.job.JobHead.Draft;
import io.duetime.internal.kernel.job.JobHead.Holding;
import io.duetime.internal.kernel.job.JobHead.Successor;
import io.duetime.internal.kernel.job.JobHead.Terms;
import io.duetime.internal.kernel.job.WholeJob;
import io.duetime.redis.internal.record.RecordCodec.Recorded;
import io.duetime.redis.internal.record.StateCodec.Inner;
import io.duetime.redis.internal.record.StateCodec.State;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Decodes a whole job for an export. */
public final class StoredJobReader {
  private StoredJobReader() {}

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
    return draft(id, recorded)
        .waitingFor(moment)
        .firstDueAt(moment)
        .anchorAt(recorded.acceptedAt())
        .answers(usualAnswers(recorded.nonce(), moment))
        .done();
  }

  private static Draft draft(String id, Recorded recorded) {
    Terms terms =
        new Terms(recorded.tags(), recorded.retry(), recorded.expiry(), recorded.retentionMillis());
    return JobHead.waiting(id, terms)
        .priority(recorded.priority())
        .scheduledAt(recorded.acceptedAt());
  }

  private static List<Answer> usualAnswers(long nonce, long dueAt) {
    return nonce == 0 ? List.of() : List.of(new Answer(nonce, ScheduleOutcome.CREATED, dueAt));
  }

  private static JobHead changed(String id, Recorded recorded, byte[] packed) {
    State state = StateCodec.read(packed);
    Inner inner = StateCodec.inner(packed);
    Object answers = inner.more().get("a");
    Draft draft =
        draft(id, recorded)
            .waitingFor(state.dueAt())
            .firstDueAt(state.firstDueAt())
            .anchorAt(inner.anchor() == 0 ? recorded.acceptedAt() : inner.anchor())
            .attempt(state.attempt())
            .fence(state.fence())
            .history(state.rare().history())
            .answers(
                answers == null
                    ? usualAnswers(recorded.nonce(), state.firstDueAt())
                    : answers(answers));
    if (state.rare().priority() != null) {
      draft.priority(state.rare().priority());
    }
    return inStage(draft, state, successor(id, inner.more().get("s"))).done();
  }

  private static Draft inStage(Draft draft, State state, @Nullable Successor successor) {
    return switch (state.stage()) {
      case WAITING -> draft;
      case LEASED ->
          draft
              .leased(new Holding(state.consumer(), state.since(), state.until(), state.marked()))
              .successor(successor);
      case DEAD ->
          draft.ended(
              JobHead.Stage.DEAD,
              new End(state.since(), state.rare().reason(), state.rare().message()),
              0);
      case DONE ->
          draft.ended(JobHead.Stage.DONE, new End(state.since(), End.DONE, ""), state.until());
      case CANCELLED ->
          draft.ended(
              JobHead.Stage.CANCELLED, new End(state.since(), End.CANCELLED, ""), state.until());
    };
  }

  private static @Nullable Successor successor(String id, @Nullable Object packed) {
    if (!(packed instanceof Map<?, ?> next)) {
      return null;
    }
    Recorded recorded = RecordCodec.read(StateCodec.bytes(next.get("record")));
    long due = StateCodec.number(next.get("due"));
    JobHead head =
        draft(id, recorded)
            .waitingFor(due)
            .firstDueAt(due)
            .anchorAt(StateCodec.number(next.get("anchor")))
            .answers(answers(next.get("a")))
            .done();
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
