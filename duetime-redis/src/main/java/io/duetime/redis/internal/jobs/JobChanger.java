package io.duetime.redis.internal.jobs;

import io.duetime.CancelOutcome;
import io.duetime.Cancelled;
import io.duetime.Durability;
import io.duetime.RescheduleOutcome;
import io.duetime.Rescheduled;
import io.duetime.engine.Reschedule;
import io.duetime.engine.support.Requests;
import io.duetime.redis.internal.epoch.IdCalls;
import io.duetime.redis.internal.script.Outcome;
import io.duetime.redis.internal.store.Arguments;
import io.duetime.redis.internal.store.ScriptReply;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Cancels and reschedules jobs by id. */
public final class JobChanger {
  private final IdCalls calls;
  private final IdCalls.Question<String, Cancelled> cancel;
  private final IdCalls.Question<Reschedule, Rescheduled> reschedule;

  public JobChanger(IdCalls calls) {
    this.calls = calls;
    this.cancel =
        new IdCalls.Question<>(
            "cancel",
            id -> id,
            Arguments::add,
            (shard, id, reply, row) -> cancelled(id, reply, row),
            id -> Cancelled.of(id, CancelOutcome.UNKNOWN),
            result -> result.outcome() == CancelOutcome.UNKNOWN,
            null);
    this.reschedule =
        new IdCalls.Question<>(
            "reschedule",
            Reschedule::id,
            JobChanger::add,
            (shard, change, reply, row) -> rescheduled(change, row).reached(reply.reached()),
            change -> Rescheduled.of(change.id(), RescheduleOutcome.UNKNOWN, null),
            result -> result.outcome() == RescheduleOutcome.UNKNOWN,
            (change, why) -> Rescheduled.refused(change.id(), why));
  }

  public CompletionStage<List<Cancelled>> cancel(
      String queue, List<String> ids, Durability durability) {
    return calls.each(queue, cancel, ids, durability);
  }

  private static Cancelled cancelled(String id, ScriptReply reply, ScriptReply row) {
    return new Cancelled(
        id, Outcome.of(row.number("outcome")).as(CancelOutcome.class), reply.reached(), null);
  }

  public CompletionStage<List<Rescheduled>> reschedule(
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

  private static Rescheduled rescheduled(Reschedule change, ScriptReply row) {
    Outcome outcome = Outcome.of(row.number("outcome"));
    return outcome == Outcome.TOO_FAR
        ? Rescheduled.refused(change.id(), Requests.TooFarAhead.of(change.due(), row.number("due")))
        : Rescheduled.of(
            change.id(), outcome.as(RescheduleOutcome.class), dueAt(row.number("due")));
  }

  private static @Nullable Instant dueAt(long millis) {
    return millis == 0 ? null : Instant.ofEpochMilli(millis);
  }
}
