package io.duetime.redis.internal.schedule;

import io.duetime.CancelOutcome;
import io.duetime.Durability;
import io.duetime.RescheduleOutcome;
import io.duetime.engine.CancelResult;
import io.duetime.engine.Reschedule;
import io.duetime.engine.RescheduleResult;
import io.duetime.internal.engine.TooFarAhead;
import io.duetime.redis.internal.call.Arguments;
import io.duetime.redis.internal.call.ReplyPart;
import io.duetime.redis.internal.call.ScriptReply;
import io.duetime.redis.internal.call.StoreAccess;
import io.duetime.redis.internal.epoch.IdCalls;
import io.duetime.redis.internal.script.Outcome;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Cancels and reschedules jobs by id. */
public final class JobChanger {
  private static final CancelResult UNKNOWN = CancelResult.of(CancelOutcome.UNKNOWN);
  private static final RescheduleResult NOT_FOUND =
      RescheduleResult.of(RescheduleOutcome.UNKNOWN, 0);

  private final IdCalls calls;
  private final IdCalls.Question<String, CancelResult> cancel;
  private final IdCalls.Question<Reschedule, RescheduleResult> reschedule;

  public JobChanger(StoreAccess store, IdCalls calls) {
    this.calls = calls;
    this.cancel =
        new IdCalls.Question<>(
            store.script("cancel"),
            id -> id,
            Arguments::add,
            (shard, id, reply, row) -> cancelled(reply, row),
            UNKNOWN,
            result -> result.outcome() == CancelOutcome.UNKNOWN,
            null);
    this.reschedule =
        new IdCalls.Question<>(
            store.script("reschedule"),
            Reschedule::id,
            JobChanger::add,
            (shard, change, reply, row) -> rescheduled(change, row).reached(reply.reached()),
            NOT_FOUND,
            result -> result.outcome() == RescheduleOutcome.UNKNOWN,
            RescheduleResult::refused);
  }

  public CompletionStage<List<CancelResult>> cancel(
      String queue, List<String> ids, Durability durability) {
    return calls.each(queue, cancel, ids, durability);
  }

  private static CancelResult cancelled(ScriptReply reply, ReplyPart row) {
    return new CancelResult(
        Outcome.of(row.number("outcome")).as(CancelOutcome.class), reply.reached());
  }

  public CompletionStage<List<RescheduleResult>> reschedule(
      String queue, List<Reschedule> changes, Durability durability) {
    return calls.each(queue, reschedule, changes, durability);
  }

  private static void add(Arguments arguments, Reschedule change) {
    arguments.add(change.id()).add(JobScheduler.due(change.due())).add(condition(change.only()));
  }

  private static String condition(Reschedule.Condition only) {
    if (only instanceof Reschedule.OnlyEarlier) {
      return "E";
    }
    if (only instanceof Reschedule.OnlyLater) {
      return "L";
    }
    return only instanceof Reschedule.IfDueAt dueAt ? String.valueOf(dueAt.epochMillis()) : "A";
  }

  private static RescheduleResult rescheduled(Reschedule change, ReplyPart row) {
    Outcome outcome = Outcome.of(row.number("outcome"));
    return outcome == Outcome.TOO_FAR
        ? RescheduleResult.refused(TooFarAhead.of(change.due(), row.number("due")))
        : RescheduleResult.of(outcome.as(RescheduleOutcome.class), row.number("due"));
  }
}
