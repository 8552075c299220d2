package io.duetime.redis.internal.jobs;

import io.duetime.CancelOutcome;
import io.duetime.Cancelled;
import io.duetime.Durability;
import io.duetime.JobChange;
import io.duetime.RescheduleOutcome;
import io.duetime.Rescheduled;
import io.duetime.UpdateOutcome;
import io.duetime.Updated;
import io.duetime.engine.JobBody;
import io.duetime.engine.JobUpdate;
import io.duetime.engine.Reschedule;
import io.duetime.engine.support.Requests;
import io.duetime.redis.internal.epoch.IdCalls;
import io.duetime.redis.internal.record.RecordCodec;
import io.duetime.redis.internal.script.Outcome;
import io.duetime.redis.internal.store.Arguments;
import io.duetime.redis.internal.store.ScriptReply;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Cancels, reschedules and updates jobs by id. */
public final class JobChanger {
  private static final byte[] NOTHING = {};

  private final IdCalls calls;
  private final IdCalls.Question<String, Cancelled> cancel;
  private final IdCalls.Question<Reschedule, Rescheduled> reschedule;
  private final IdCalls.Question<JobUpdate, Updated> update;

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
    this.update =
        new IdCalls.Question<>(
            "update",
            JobUpdate::id,
            JobChanger::add,
            (shard, update, reply, row) -> updated(update, row).reached(reply.reached()),
            update -> Updated.of(update.id(), UpdateOutcome.UNKNOWN),
            result -> result.outcome() == UpdateOutcome.UNKNOWN,
            (update, why) -> Updated.refused(update.id(), why));
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

  public CompletionStage<List<Updated>> update(
      String queue, List<JobUpdate> updates, Durability durability) {
    return calls.each(queue, update, updates, JobUpdate::bytes, durability);
  }

  private static void add(Arguments arguments, JobUpdate update) {
    JobChange<JobBody> change = update.change();
    arguments.add(update.id()).add(change.isOnlyWaiting() ? "W" : "");
    addValues(arguments, change);
    JobBody body = change.payload().orElse(null);
    arguments
        .add(body == null ? NOTHING : RecordCodec.contentTypeGiven(body))
        .add(body == null ? NOTHING : body.payload())
        .add(change.headers().map(RecordCodec::headersGiven).orElse(NOTHING));
  }

  /** Adds the values that a change by a filter can have, too. */
  static void addValues(Arguments arguments, JobChange<JobBody> change) {
    arguments
        .add(change.priority().map(RecordCodec::given).orElse(NOTHING))
        .add(change.retry().map(RecordCodec::given).orElse(NOTHING))
        .add(
            change.isWithoutExpiry()
                ? RecordCodec.noExpiryGiven()
                : change.expiry().map(RecordCodec::given).orElse(NOTHING))
        .add(change.tags().map(tags -> "=" + lines(tags)).orElse(""))
        .add(lines(change.removedTags()))
        .add(lines(change.addedTags()));
  }

  private static String lines(Collection<String> tags) {
    return String.join("\n", tags);
  }

  private static Updated updated(JobUpdate update, ScriptReply row) {
    Outcome outcome = Outcome.of(row.number("outcome"));
    return switch (outcome) {
      case TOO_MANY_TAGS -> Updated.refused(update.id(), Requests.Unfit.tags(row.number("value")));
      case TOO_LATE ->
          Updated.refused(
              update.id(), Requests.Unfit.expired(update.change().expiry().orElseThrow()));
      default -> Updated.of(update.id(), outcome.as(UpdateOutcome.class));
    };
  }

  private static @Nullable Instant dueAt(long millis) {
    return millis == 0 ? null : Instant.ofEpochMilli(millis);
  }
}
