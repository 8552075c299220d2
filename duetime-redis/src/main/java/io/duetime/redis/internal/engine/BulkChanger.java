package io.duetime.redis.internal.engine;

import io.duetime.InvalidRequestException;
import io.duetime.JobState;
import io.duetime.engine.BulkChange;
import io.duetime.engine.DueTime;
import io.duetime.engine.Selection;
import io.duetime.engine.ShardId;
import io.duetime.internal.engine.TooFarAhead;
import io.duetime.internal.kernel.IdOrder;
import io.duetime.redis.internal.engine.Cursor.Group;
import io.duetime.redis.internal.script.Script;
import io.duetime.redis.internal.shard.QueueShards;
import io.duetime.redis.internal.shard.ShardKeys;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Changes all jobs of a selection, a bounded step at a time, shard by shard. */
final class BulkChanger {
  private static final Set<JobState> WAITING = EnumSet.of(JobState.DELAYED, JobState.READY);
  private static final Set<JobState> DEAD = EnumSet.of(JobState.DEAD);
  private static final int MOST_PER_CALL = 500;
  private static final long LAST_MOMENT = 1L << 44;
  private static final BulkChange.Step NOTHING = new BulkChange.Step(0, 0, 0, null);

  private final Store store;
  private final ShardCaller caller;
  private final UpkeepNotes upkeep;
  private final Script change;

  BulkChanger(Store store, ShardCaller caller, UpkeepNotes upkeep) {
    this.store = store;
    this.caller = caller;
    this.upkeep = upkeep;
    this.change = store.script("change");
  }

  /** A step as it is asked for; {@code states} are those that the change can reach. */
  private record Asked(
      String queue, Selection selection, Set<JobState> states, BulkChange change, int limit) {
    DueTime due() {
      return change instanceof BulkChange.Move move ? move.due() : DueTime.after(0);
    }
  }

  CompletionStage<BulkChange.Step> step(
      String queue,
      Selection selection,
      BulkChange change,
      @Nullable String cursorText,
      int limit) {
    Cursor cursor = Cursor.parse(cursorText);
    Asked asked =
        new Asked(
            queue, selection, reachable(selection, change), change, Math.min(limit, MOST_PER_CALL));
    if (cursorText != null) {
      return step(asked, cursor, cursor.fixed());
    }
    return step(asked, cursor, JobScheduler.due(asked.due()));
  }

  /** Waiting jobs can be cancelled and moved, dead ones redriven and purged. */
  private static Set<JobState> reachable(Selection selection, BulkChange change) {
    boolean forDead = isForDead(change);
    Set<JobState> allowed = EnumSet.copyOf(forDead ? DEAD : WAITING);
    if (!selection.states().isEmpty()) {
      allowed.retainAll(selection.states());
    }
    if (allowed.isEmpty()) {
      throw new InvalidRequestException(
          "state", selection.states(), forDead ? "DEAD" : "DELAYED and READY");
    }
    return allowed;
  }

  private static boolean isForDead(BulkChange change) {
    return change instanceof BulkChange.Count count
        ? isForDead(count.change())
        : change instanceof BulkChange.Redrive || change instanceof BulkChange.Purge;
  }

  private CompletionStage<BulkChange.Step> step(Asked asked, Cursor cursor, long due) {
    return store
        .shards()
        .fresh(asked.queue)
        .thenCompose(shards -> {
          List<ShardId> left =
              shards.all().stream()
                  .filter(shard -> QueueShards.ORDER.compare(shard, cursor.shard()) >= 0)
                  .toList();
          return left.isEmpty() ? Stages.done(NOTHING) : step(asked, cursor, due, shards, left);
        });
  }

  /** A step in the first of some shards; those that are not there have nothing to change. */
  private CompletionStage<BulkChange.Step> step(
      Asked asked, Cursor cursor, long due, QueueShards shards, List<ShardId> left) {
    ShardId place = left.get(0);
    ShardKeys shard = store.keys().shard(asked.queue, place);
    List<ShardId> behind = left.subList(1, left.size());
    Cursor from =
        place.equals(cursor.shard()) ? cursor : new Cursor(Group.WAITING, 0, "", place, due);
    List<String> ids = ids(asked, from, shards, place);
    return caller
        .ifThere(shard, change, arguments(asked, from, due, ids))
        .thenCompose(answer -> {
          if (answer.isPresent()) {
            return Stages.done(
                done(asked, shard, behind.isEmpty() ? null : behind.get(0), answer.get()));
          }
          return behind.isEmpty() ? Stages.done(NOTHING) : step(asked, from, due, shards, behind);
        });
  }

  private static Arguments arguments(
      Asked asked, Cursor cursor, long due, @Nullable List<String> ids) {
    Selection selection = asked.selection;
    Arguments arguments =
        new Arguments()
            .add(kind(asked.change))
            .add(asked.states.contains(JobState.DEAD) ? "D" : "W")
            .add(Math.min(selection.fromMillis(), LAST_MOMENT))
            .add(Math.min(selection.toMillis(), LAST_MOMENT))
            .add(clip(asked.states))
            .add(cursor.moment())
            .add(cursor.id())
            .add(ids == null ? asked.limit : Math.max(1, ids.size()))
            .add(String.join("\n", selection.tags()))
            .add(selection.reason() == null ? "" : selection.reason())
            .add(due)
            .add(asked.change instanceof BulkChange.Redrive redrive ? redrive.spreadMillis() : 0)
            .add(asked.queue)
            .add(ids == null ? -1 : ids.size());
    if (ids != null) {
      ids.forEach(arguments::add);
    }
    return arguments;
  }

  /** The next ids of a shard that are asked for by name, or null when none are. */
  private static @Nullable List<String> ids(
      Asked asked, Cursor cursor, QueueShards shards, ShardId shard) {
    Set<String> ids = asked.selection.ids();
    return ids == null
        ? null
        : ids.stream()
            .filter(id -> shards.candidates(id).contains(shard))
            .filter(id -> IdOrder.compare(id, cursor.id()) > 0)
            .sorted(IdOrder::compare)
            .limit(asked.limit)
            .toList();
  }

  private static String kind(BulkChange change) {
    if (change instanceof BulkChange.Count) {
      return "N";
    }
    if (change instanceof BulkChange.Cancel) {
      return "C";
    }
    if (change instanceof BulkChange.Move) {
      return "M";
    }
    return change instanceof BulkChange.Redrive ? "R" : "P";
  }

  private static String clip(Set<JobState> states) {
    if (states.equals(EnumSet.of(JobState.READY))) {
      return "R";
    }
    return states.equals(EnumSet.of(JobState.DELAYED)) ? "D" : "A";
  }

  private BulkChange.Step done(Asked asked, ShardKeys shard, @Nullable ShardId next, Reply reply) {
    upkeep.hear(shard.queue(), reply);
    long fixed = reply.number("due");
    if (reply.number("looked") < 0) {
      throw TooFarAhead.of(asked.due(), fixed);
    }
    Cursor cursor = null;
    if (reply.isTrue("isMore")) {
      cursor =
          new Cursor(Group.WAITING, reply.number("moment"), reply.text("id"), shard.shard(), fixed);
    } else if (next != null) {
      cursor = new Cursor(Group.WAITING, 0, "", next, fixed);
    }
    return new BulkChange.Step(
        (int) reply.number("looked"),
        (int) reply.number("changed"),
        (int) reply.number("refused"),
        cursor == null ? null : cursor.text());
  }
}
