package io.duetime.redis.internal.engine;

import io.duetime.CancelOutcome;
import io.duetime.Durability;
import io.duetime.RescheduleOutcome;
import io.duetime.engine.CancelResult;
import io.duetime.engine.Reschedule;
import io.duetime.engine.RescheduleResult;
import io.duetime.engine.ShardId;
import io.duetime.internal.engine.Calls;
import io.duetime.internal.engine.TooFarAhead;
import io.duetime.redis.internal.script.Script;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Cancels and reschedules jobs by id. */
final class JobChanger {
  private static final int TOO_FAR = 7;

  private final Store store;
  private final ShardCaller caller;
  private final IdCalls calls;
  private final UpkeepNotes upkeep;
  private final Script cancel;
  private final Script reschedule;

  JobChanger(Store store, ShardCaller caller, UpkeepNotes upkeep, EpochCarrier carrier) {
    this.store = store;
    this.caller = caller;
    this.calls = new IdCalls(store, carrier);
    this.upkeep = upkeep;
    this.cancel = store.script("cancel");
    this.reschedule = store.script("reschedule");
  }

  CompletionStage<List<CancelResult>> cancel(
      String queue, List<String> ids, Durability durability) {
    return calls.each(
        new IdCalls.Question<>(
            queue,
            id -> id,
            String::length,
            (shard, piece, staleness) -> cancel(queue, shard, piece, durability, staleness),
            result -> result.outcome() == CancelOutcome.UNKNOWN,
            null),
        ids);
  }

  private CompletionStage<List<CancelResult>> cancel(
      String queue,
      ShardId shard,
      List<String> ids,
      Durability durability,
      IdCalls.Staleness staleness) {
    Arguments arguments = new Arguments().add(ids.size());
    ids.forEach(arguments::add);
    return caller
        .ifThere(store.keys().shard(queue, shard), cancel, arguments, durability)
        .thenApply(answer ->
            answer
                .map(reply -> cancelled(queue, ids, reply, staleness))
                .orElseGet(() -> {
                  staleness.missing(shard);
                  return Calls.each(ids, id -> CancelResult.of(CancelOutcome.UNKNOWN));
                }));
  }

  private List<CancelResult> cancelled(
      String queue, List<String> ids, Reply reply, IdCalls.Staleness staleness) {
    upkeep.hear(queue, reply.number(), reply);
    staleness.sealed(reply.number());
    List<CancelResult> results = new ArrayList<>(ids.size());
    while (reply.hasMore()) {
      results.add(new CancelResult(cancelOutcome((int) reply.number()), reply.reached()));
    }
    return results;
  }

  private static CancelOutcome cancelOutcome(int code) {
    return switch (code) {
      case 0 -> CancelOutcome.UNKNOWN;
      case 1 -> CancelOutcome.CANCELLED;
      case 2 -> CancelOutcome.RUNNING;
      case 3 -> CancelOutcome.DONE;
      case 4 -> CancelOutcome.DEAD;
      default -> throw new IllegalStateException("no outcome of number " + code);
    };
  }

  CompletionStage<List<RescheduleResult>> reschedule(
      String queue, List<Reschedule> changes, Durability durability) {
    return calls.each(
        new IdCalls.Question<>(
            queue,
            Reschedule::id,
            change -> change.id().length(),
            (shard, piece, staleness) -> reschedule(queue, shard, piece, durability, staleness),
            result -> result.outcome() == RescheduleOutcome.UNKNOWN,
            RescheduleResult::refused),
        changes);
  }

  private CompletionStage<List<RescheduleResult>> reschedule(
      String queue,
      ShardId shard,
      List<Reschedule> changes,
      Durability durability,
      IdCalls.Staleness staleness) {
    Arguments arguments = new Arguments().add(changes.size());
    for (Reschedule change : changes) {
      arguments.add(change.id()).add(JobScheduler.due(change.due())).add(condition(change.only()));
    }
    return caller
        .ifThere(store.keys().shard(queue, shard), reschedule, arguments, durability)
        .thenApply(answer ->
            answer
                .map(reply -> rescheduled(queue, changes, reply, staleness))
                .orElseGet(() -> {
                  staleness.missing(shard);
                  return Calls.each(changes, change -> UNKNOWN);
                }));
  }

  private static final RescheduleResult UNKNOWN = RescheduleResult.of(RescheduleOutcome.UNKNOWN, 0);

  private static String condition(Reschedule.Condition only) {
    if (only instanceof Reschedule.OnlyEarlier) {
      return "E";
    }
    if (only instanceof Reschedule.OnlyLater) {
      return "L";
    }
    return only instanceof Reschedule.IfDueAt dueAt ? String.valueOf(dueAt.epochMillis()) : "A";
  }

  private List<RescheduleResult> rescheduled(
      String queue, List<Reschedule> changes, Reply reply, IdCalls.Staleness staleness) {
    upkeep.hear(queue, reply.number(), reply);
    staleness.sealed(reply.number());
    List<RescheduleResult> results = new ArrayList<>(changes.size());
    for (Reschedule change : changes) {
      if (reply.hasMore()) {
        results.add(rescheduled(change, reply.number(), reply.reached()));
      }
    }
    return results;
  }

  private static RescheduleResult rescheduled(
      Reschedule change, long answer, Durability.Reached reached) {
    int code = (int) (answer % 8);
    if (code == TOO_FAR) {
      return RescheduleResult.refused(TooFarAhead.of(change.due(), answer / 8)).reached(reached);
    }
    return RescheduleResult.of(rescheduleOutcome(code), answer / 8).reached(reached);
  }

  private static RescheduleOutcome rescheduleOutcome(int code) {
    return switch (code) {
      case 0 -> RescheduleOutcome.UNKNOWN;
      case 1 -> RescheduleOutcome.RESCHEDULED;
      case 2 -> RescheduleOutcome.NOT_MET;
      case 3 -> RescheduleOutcome.RUNNING;
      case 4 -> RescheduleOutcome.DONE;
      case 5 -> RescheduleOutcome.DEAD;
      case 6 -> RescheduleOutcome.CANCELLED;
      default -> throw new IllegalStateException("no outcome of number " + code);
    };
  }
}
