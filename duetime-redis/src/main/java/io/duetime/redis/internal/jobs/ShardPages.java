package io.duetime.redis.internal.jobs;

import io.duetime.JobState;
import io.duetime.async.Stages;
import io.duetime.engine.Selection;
import io.duetime.kernel.job.JobHead.WholeJob;
import io.duetime.kernel.job.ListedJob.JobGroup;
import io.duetime.kernel.job.Position;
import io.duetime.redis.internal.store.Arguments;
import io.duetime.redis.internal.store.RedisStore;
import io.duetime.redis.internal.store.ScriptReply;
import io.duetime.redis.internal.store.StoreKeys.ShardKeys;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;

/** Fetches pages of jobs from one shard. */
public record ShardPages(RedisStore store, JobDecoder views) {
  private static final long LAST_MOMENT = 1L << 44;
  private static final int LEASES_PER_CALL = 1_000;

  /** A job and its position in a list. */
  record Listed(Position position, WholeJob job) {}

  /**
   * A page.
   *
   * @param jobs ascending
   * @param last the last position that was looked at
   * @param isMore whether there may be more behind it
   * @param now the store's clock
   */
  record Page(List<Listed> jobs, Position last, boolean isMore, long now) {
    static Page empty(Position last) {
      return new Page(List.of(), last, false, 0);
    }

    /**
     * Merges the pages of all shards, up to the first last position of a page with more behind it.
     */
    static Page of(List<Page> parts) {
      Optional<Position> reach =
          parts.stream().filter(Page::isMore).map(Page::last).min(Comparator.naturalOrder());
      Position last = parts.stream().map(Page::last).max(Comparator.naturalOrder()).orElseThrow();
      Position end = reach.orElse(last);
      List<Listed> all =
          parts.stream()
              .flatMap(part -> part.jobs.stream())
              .filter(listed -> listed.position.compareTo(end) <= 0)
              .sorted(Comparator.comparing(Listed::position))
              .toList();
      long now = parts.stream().mapToLong(Page::now).max().orElse(0);
      return new Page(all, end, reach.isPresent(), now);
    }
  }

  /** A request for jobs of a group behind a position. */
  public record Asked(Selection selection, JobGroup group, Position after, int limit) {
    /** Adds the arguments that {@code range.lua} reads. */
    public Arguments addTo(Arguments arguments) {
      return arguments
          .add(letter())
          .add(Math.min(selection.fromMillis(), LAST_MOMENT))
          .add(Math.min(selection.toMillis(), LAST_MOMENT))
          .add(clip())
          .add(after.moment())
          .add(after.id())
          .add(limit);
    }

    private String letter() {
      return group == JobGroup.WAITING && selection.retrying() ? "T" : group.name().substring(0, 1);
    }

    /** Which part of the range counts at the store's time: due jobs, jobs due later, or all. */
    private String clip() {
      if (group != JobGroup.WAITING) {
        return "A";
      }
      if (!selection.wants(JobState.DELAYED)) {
        return "R";
      }
      return selection.wants(JobState.READY) ? "A" : "D";
    }

    private boolean isWanted(Position position) {
      return position.moment() >= selection.fromMillis()
          && position.moment() < selection.toMillis()
          && (after.id().isEmpty() || position.compareTo(after) > 0);
    }
  }

  /** Jobs of a group by moment, then id. */
  CompletionStage<Page> ofGroup(ShardKeys shard, Asked asked) {
    return store
        .ifThere(shard, "list", asked.addTo(new Arguments()))
        .thenApply(answer -> page(shard, asked, false, answer));
  }

  /** Jobs with a tag, by id: all of them are of moment 0. */
  CompletionStage<Page> tagged(ShardKeys shard, String tag, Asked asked) {
    return store
        .ifThere(shard, "list_tagged", Arguments.of(tag, asked.after.id(), asked.limit))
        .thenApply(answer -> page(shard, asked, true, answer));
  }

  private Page page(ShardKeys shard, Asked asked, boolean isById, Optional<ScriptReply> answer) {
    if (answer.isEmpty()) {
      return Page.empty(asked.after);
    }
    List<Listed> jobs = new ArrayList<>();
    Position last = asked.after;
    for (ScriptReply row : answer.get().each()) {
      String id = row.text("id");
      Position position = new Position(isById ? 0 : row.number("moment"), id);
      views.read(shard, id, row).ifPresent(job -> jobs.add(new Listed(position, job)));
      last = position;
    }
    return new Page(jobs, last, answer.get().isTrue("isMore"), answer.get().number("now"));
  }

  /** The positions of running jobs by due time; the script lists them by lease deadline. */
  CompletionStage<List<Position>> leased(ShardKeys shard, Asked asked) {
    List<Position> found = new ArrayList<>();
    return eachLeased(
            store,
            shard,
            (row, now) -> {
              Position position = new Position(row.number("due"), row.text("id"));
              if (asked.isWanted(position)) {
                found.add(position);
              }
            })
        .thenApply(now -> found);
  }

  /** Passes all leased jobs of a shard with its now, and answers that; 0 if it is not open. */
  static CompletionStage<Long> eachLeased(
      RedisStore store, ShardKeys shard, BiConsumer<ScriptReply, Long> receiver) {
    return eachLeased(store, shard, 0, receiver);
  }

  private static CompletionStage<Long> eachLeased(
      RedisStore store, ShardKeys shard, int rank, BiConsumer<ScriptReply, Long> receiver) {
    return store
        .ifThere(shard, "list_leased", Arguments.of(rank, LEASES_PER_CALL))
        .thenCompose(answer -> {
          long now = answer.map(reply -> reply.number("now")).orElse(0L);
          List<ScriptReply> rows = answer.map(ScriptReply::each).orElse(List.of());
          rows.forEach(row -> receiver.accept(row, now));
          return rows.size() < LEASES_PER_CALL
              ? Stages.done(now)
              : eachLeased(store, shard, rank + LEASES_PER_CALL, receiver);
        });
  }
}
