package io.duetime.redis.internal.jobs;

import io.duetime.JobState;
import io.duetime.async.Stages;
import io.duetime.engine.BulkChange;
import io.duetime.engine.BulkChange.RedriveCounts;
import io.duetime.engine.BulkChange.Times;
import io.duetime.engine.BulkChange.Times.Span;
import io.duetime.engine.DueTime;
import io.duetime.engine.LastFailure;
import io.duetime.engine.Selection;
import io.duetime.engine.ShardId;
import io.duetime.engine.support.Requests;
import io.duetime.kernel.job.Cursor;
import io.duetime.kernel.job.ListedJob.JobGroup;
import io.duetime.kernel.job.Position;
import io.duetime.kernel.job.Position.IdOrder;
import io.duetime.kernel.job.Reachable;
import io.duetime.redis.internal.jobs.ShardPages.Asked;
import io.duetime.redis.internal.store.Arguments;
import io.duetime.redis.internal.store.QueueShards;
import io.duetime.redis.internal.store.RedisStore;
import io.duetime.redis.internal.store.ScriptReply;
import io.duetime.redis.internal.store.StoreKeys.ShardKeys;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Changes all jobs of a selection, a bounded step at a time, shard by shard. */
public record BulkChanger(RedisStore store) {
  private static final int MOST_PER_CALL = 500;
  private static final BulkChange.Step NOTHING = new BulkChange.Step(0, 0, 0, null);

  /**
   * A requested step.
   *
   * @param selection of jobs that the change can reach
   * @param limit how many jobs to look at
   * @param redriven of a redrive with a task, what was redriven for it so far in each shard
   */
  private record Step(
      String queue,
      Selection selection,
      BulkChange change,
      int limit,
      Map<ShardId, RedriveCounts> redriven) {
    RedriveCounts allRedriven() {
      return redriven.values().stream().reduce(RedriveCounts.NONE, RedriveCounts::plus);
    }

    /** How many more jobs may be redriven for a task. */
    long left() {
      return change instanceof BulkChange.Redrive redrive && redrive.task() != null
          ? redrive.upTo() - allRedriven().jobs()
          : Long.MAX_VALUE;
    }

    /** How far a shift moves jobs; how many a redrive may have redriven in a shard. */
    private long number(ShardId shard) {
      return change.made() instanceof BulkChange.Shift shift
          ? shift.byMillis()
          : redriven.isEmpty()
              ? 0
              : redriven.getOrDefault(shard, RedriveCounts.NONE).jobs() + left();
    }

    DueTime due() {
      if (change instanceof BulkChange.Move move) {
        return move.due();
      }
      return change.made() instanceof BulkChange.Shift shift
          ? DueTime.at(shift.begunAtMillis())
          : DueTime.after(0);
    }

    private long spread() {
      if (change instanceof BulkChange.Redrive redrive) {
        return redrive.spreadMillis();
      }
      return change.made() instanceof BulkChange.Shift shift ? shift.spreadMillis() : 0;
    }

    private String task() {
      if (change.made() instanceof BulkChange.UndoShift undo) {
        return undo.task();
      }
      if (change instanceof BulkChange.Redrive redrive && redrive.task() != null) {
        return redrive.task();
      }
      return change.made() instanceof BulkChange.Shift shift ? shift.task() : "";
    }

    JobGroup group() {
      return selection.wants(JobState.DEAD) ? JobGroup.DEAD : JobGroup.WAITING;
    }

    /** The next requested ids of a shard; null if the selection names no ids. */
    @Nullable List<String> ids(Position after, QueueShards shards, ShardId shard) {
      Set<String> ids = selection.ids();
      return ids == null
          ? null
          : ids.stream()
              .filter(id -> shards.candidates(id).contains(shard))
              .filter(id -> IdOrder.compare(id, after.id()) > 0)
              .sorted(IdOrder::compare)
              .limit(limit)
              .toList();
    }

    Arguments arguments(ShardId shard, Position after, long due, @Nullable List<String> ids) {
      int looks = ids == null ? limit : Math.max(1, ids.size());
      Arguments arguments =
          new Asked(selection, group(), after, looks)
              .addTo(Arguments.of(kind()))
              .add(String.join("\n", selection.tags()))
              .add(failure(selection.failure()))
              .add(due)
              .add(spread())
              .add(queue)
              .add(task())
              .add(number(shard))
              .add(ids == null ? -1 : ids.size());
      if (ids != null) {
        ids.forEach(arguments::add);
      }
      if (change instanceof BulkChange.Update update) {
        JobChanger.addValues(arguments, update.change());
      }
      return arguments;
    }

    private static String failure(LastFailure wanted) {
      return Stream.of(wanted.reason(), wanted.fingerprint(), wanted.errorLike())
          .map(part -> Objects.requireNonNullElse(part, ""))
          .collect(Collectors.joining("\n"));
    }

    private String kind() {
      if (change.isShift()) {
        String kind = change.made() instanceof BulkChange.Shift ? "S" : "B";
        return change instanceof BulkChange.Count ? kind.toLowerCase(Locale.ROOT) : kind;
      }
      if (change instanceof BulkChange.Count) {
        return "N";
      }
      if (change instanceof BulkChange.Cancel) {
        return "C";
      }
      if (change instanceof BulkChange.Move) {
        return "M";
      }
      if (change instanceof BulkChange.Update) {
        return "U";
      }
      return change instanceof BulkChange.Redrive ? "R" : "P";
    }
  }

  public CompletionStage<BulkChange.Step> step(
      String queue,
      Selection selection,
      BulkChange change,
      @Nullable String cursorText,
      int limit) {
    Selection reachable = Reachable.by(change, selection);
    int most = Math.min(limit, MOST_PER_CALL);
    return store
        .freshShards(queue)
        .thenCompose(shards ->
            redriven(queue, shards, change)
                .thenCompose(redriven ->
                    step(new Step(queue, reachable, change, most, redriven), cursorText, shards)));
  }

  private CompletionStage<BulkChange.Step> step(
      Step step, @Nullable String cursorText, QueueShards shards) {
    Cursor parsed = Cursor.parse(cursorText);
    Cursor cursor = cursorText == null ? parsed.fixing(JobScheduler.due(step.due())) : parsed;
    if (step.left() <= 0) {
      return Stages.done(new BulkChange.Step(0, 0, 0, cursor.text(), null, step.allRedriven()));
    }
    List<ShardId> left =
        shards.all().stream()
            .filter(shard -> QueueShards.ORDER.compare(shard, cursor.shard()) >= 0)
            .toList();
    return inFirst(step, cursor, shards, left);
  }

  /** What was redriven for the task of a change in each shard; empty without a task. */
  private CompletionStage<Map<ShardId, RedriveCounts>> redriven(
      String queue, QueueShards shards, BulkChange change) {
    if (!(change instanceof BulkChange.Redrive redrive) || redrive.task() == null) {
      return Stages.done(Map.of());
    }
    Arguments arguments =
        Arguments.of(redrive.task()).add(redrive.upTo() == BulkChange.Redrive.FORGET ? 1 : 0);
    // The home shard has the counts of dropped epochs.
    Set<ShardId> places = new LinkedHashSet<>(shards.all());
    places.add(ShardId.ONLY);
    return Stages.each(
            List.copyOf(places),
            shard ->
                store
                    .ifThere(store.shard(queue, shard), "redriven", arguments)
                    .thenApply(reply ->
                        Map.entry(
                            shard, reply.map(BulkChanger::redriven).orElse(RedriveCounts.NONE))))
        .thenApply(
            all -> all.stream().collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue)));
  }

  private static RedriveCounts redriven(ScriptReply reply) {
    return new RedriveCounts(
        reply.number("redriven"), reply.number("succeeded"), reply.number("failed"));
  }

  private CompletionStage<BulkChange.Step> inFirst(
      Step step, Cursor cursor, QueueShards shards, List<ShardId> left) {
    if (left.isEmpty()) {
      return Stages.done(
          step.redriven.isEmpty()
              ? NOTHING
              : new BulkChange.Step(0, 0, 0, null, null, step.allRedriven()));
    }
    ShardId place = left.get(0);
    Cursor from = place.equals(cursor.shard()) ? cursor : cursor.at(place);
    Position after = Objects.requireNonNullElse(from.after(), Position.BEGINNING);
    ShardKeys shard = store.shard(step.queue, place);
    List<ShardId> behind = left.subList(1, left.size());
    Arguments arguments =
        step.arguments(place, after, from.fixed(), step.ids(after, shards, place));
    return store
        .ifThere(shard, "change", arguments)
        .thenCompose(answer ->
            answer.isPresent()
                ? Stages.done(done(step, from, behind, answer.get()))
                : inFirst(step, from, shards, behind));
  }

  private BulkChange.Step done(Step step, Cursor from, List<ShardId> behind, ScriptReply reply) {
    long fixed = reply.number("due");
    if (reply.number("looked") < 0) {
      throw Requests.TooFarAhead.of(step.due(), fixed);
    }
    Cursor next = null;
    if (reply.isTrue("isMore")) {
      Position last = new Position(reply.number("moment"), reply.text("id"));
      next = from.fixing(fixed).behind(JobGroup.WAITING, last);
    } else if (!behind.isEmpty()) {
      next = from.fixing(fixed).at(behind.get(0));
    }
    return new BulkChange.Step(
        (int) reply.number("looked"),
        (int) reply.number("changed"),
        (int) reply.number("refused"),
        next == null ? null : next.text(),
        step.change.isShift() ? times(reply) : null,
        step.redriven.isEmpty()
            ? null
            : step.allRedriven().plus(new RedriveCounts(reply.number("changed"), 0, 0)));
  }

  private static Times times(ScriptReply reply) {
    boolean isEmpty = reply.number("to") < 0;
    return new Times(
        isEmpty ? null : new Span(reply.number("from"), reply.number("to")),
        isEmpty ? null : new Span(reply.number("newFrom"), reply.number("newTo")),
        reply.number("atOnce"));
  }
}
